import InlaySeams

/// The dates of a document and of the certificates behind it. All follow from the day of issue.
struct DocumentDates: Hashable {
    /// Day of issue.
    let issue: Moment

    /// 2024-03-12 unless said otherwise.
    init(issued: Moment?) { issue = issued ?? Moment(secondsSince1970: 1_710_201_600) }

    /// The last day of validity, ten years later less a day.
    var expiry: Moment { Self.adding(-1, to: Self.anniversary(issue, years: 10)) }

    /// The document signer's certificate: from the beginning of the month of issue, for as long as documents that it
    /// signs are valid (9303-12 §4.1.4).
    var signerStart: Moment { firstOfMonth(issue) }
    /// The document signer's key is used for three months.
    var signerKeyEnd: Moment { Self.adding(91, to: signerStart) }
    /// The document signer's certificate ends.
    var signerEnd: Moment { Self.adding(91, to: Self.anniversary(signerStart, years: 10)) }
    /// The country signing certificate: from the beginning of the year of issue.
    var countryStart: Moment { Moment(year: issue.civil.year, month: 1, day: 1) ?? issue }
    /// The country signing key is used for three years.
    var countryKeyEnd: Moment { Self.anniversary(countryStart, years: 3) }
    /// The country signing certificate ends when the last document is no longer valid.
    var countryEnd: Moment { Self.anniversary(countryStart, years: 14) }

    private func firstOfMonth(_ moment: Moment) -> Moment {
        Moment(year: moment.civil.year, month: moment.civil.month, day: 1) ?? moment
    }

    private static func anniversary(_ moment: Moment, years: Int) -> Moment {
        let date = moment.civil
        // 29 February has an anniversary in leap years only.
        return Moment(year: date.year + years, month: date.month, day: date.day)
            ?? Moment(year: date.year + years, month: date.month, day: 28) ?? moment
    }

    private static func adding(_ days: Int, to moment: Moment) -> Moment {
        Moment(secondsSince1970: moment.secondsSince1970 + days * 86_400)
    }
}
