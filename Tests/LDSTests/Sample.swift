/// Specimens of Doc 9303 and of the reports named beside them.
enum Sample {
    // 9303-4, appendix A.
    static let td3 = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10"
    // 9303-6, appendix A.
    static let td2 = "I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6"
    // 9303-5, appendix A.
    static let td1 =
        "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<"
    // 9303-7, appendix A.
    static let visaA = "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL8988901C4XXX4009078F96121096ZE184226B<<<<<<"
    // 9303-7, appendix B.
    static let visaB = "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nL8988901C4XXX4009078F9612109<<<<<<<<"
    // Arg0s1080/mrz #41: specimen of a Belgian card.
    static let belgian =
        "IDBEL000590696<1015<<<<<<<<<<<\n9401013F2710017BEL000101123453\nREINARTZ<<ULRIKE<KATIA<E<<<<<<"
    // ZsBT/mrz-java #33, with the number's check digit counting the filler.
    static let swedish =
        "I<SWEHVC8N3QW7<ZE17422<<<<<<<<\n5908106M2507232SWE<<<<<<<<<<<0\nMUSTERMAN<<MAX<<<<<<<<<<<<<<<<"

    /// `text` with `old` replaced.
    static func edited(_ text: String, _ old: String, _ new: String) -> String {
        String(text.replacing(old, with: new))
    }
}
