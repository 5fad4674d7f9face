/// A state or organisation, as the machine readable zone names it (9303-3 §5): the one table of countries.
public struct StateCode: Hashable, Sendable {
    /// One to three letters, without fillers: "UTO", "D".
    public let code: String
    /// In English.
    public let name: String
    /// Two letters of ISO 3166-1 or of 9303-3, as certificates use them; nil where none is defined.
    public let alpha2: String?
    /// What the code stands for.
    public let kind: Kind

    /// What a code of three letters stands for.
    public enum Kind: Hashable, Sendable {
        /// A country or territory.
        case country
        /// An organisation that issues documents.
        case organisation
        /// A kind of nationality, or that there is none; no state issues under it.
        case person
        /// Specimens.
        case specimen
    }

    /// The state of a field of the zone, fillers or not; nil for a code that nobody has.
    public init?(_ field: some StringProtocol) {
        let code = String(field.filter { $0 != "<" })
        guard let found = Self.table[code] else { return nil }
        self = found
    }

    /// All codes.
    public static var all: [StateCode] { table.values.sorted { $0.code < $1.code } }

    /// The country with the two letters of a certificate, of several with the same letters the one of ISO 3166-1.
    public static func country(alpha2: String) -> StateCode? {
        let letters = alpha2.uppercased()
        return all.first { $0.alpha2 == letters && $0.kind == .country && $0.code.count == 3 }
    }

    private init(_ code: String, _ alpha2: String?, _ name: String, _ kind: Kind) {
        self.code = code
        self.alpha2 = alpha2
        self.name = name
        self.kind = kind
    }

    private static let table: [String: StateCode] = {
        let countries = iso3166.split { $0 == ";" || $0.isNewline }.compactMap { entry -> StateCode? in
            let words = entry.drop { $0 == " " }.split(separator: " ", maxSplits: 2)
            guard words.count == 3 else { return nil }
            return StateCode(String(words[0]), String(words[1]), String(words[2]), .country)
        }
        return Dictionary((countries + special).map { ($0.code, $0) }) { $1 }
    }()

    /// 9303-3 §5, parts B to H, and codes that states use without being listed there.
    private static let special = [
        StateCode("D", "DE", "Germany", .country),
        StateCode("RKS", "KS", "Kosovo", .country),
        StateCode("XKX", "XK", "Kosovo", .country),
        StateCode("ANT", "AN", "Netherlands Antilles (former)", .country),
        StateCode("NTZ", "NT", "Neutral Zone (former)", .country),
        StateCode("GBD", "GB", "British overseas territories citizen", .person),
        StateCode("GBN", "GB", "British national (overseas)", .person),
        StateCode("GBO", "GB", "British overseas citizen", .person),
        StateCode("GBP", "GB", "British protected person", .person),
        StateCode("GBS", "GB", "British subject", .person),
        StateCode("EUE", "EU", "European Union", .organisation),
        StateCode("UNO", "UN", "United Nations", .organisation),
        StateCode("UNA", "UN", "specialised agency of the United Nations", .organisation),
        StateCode("UNK", "UN", "United Nations Interim Administration Mission in Kosovo", .organisation),
        StateCode("XBA", nil, "African Development Bank", .organisation),
        StateCode("XIM", nil, "African Export-Import Bank", .organisation),
        StateCode("XCC", nil, "Caribbean Community", .organisation),
        StateCode("XCE", nil, "Council of Europe", .organisation),
        StateCode("XCO", nil, "Common Market for Eastern and Southern Africa", .organisation),
        StateCode("XEC", nil, "Economic Community of West African States", .organisation),
        StateCode("XPO", nil, "International Criminal Police Organization (INTERPOL)", .organisation),
        StateCode("XES", nil, "Organization of Eastern Caribbean States", .organisation),
        StateCode("XMP", nil, "Parliamentary Assembly of the Mediterranean", .organisation),
        StateCode("XOM", nil, "Sovereign Military Order of Malta", .organisation),
        StateCode("XDC", nil, "Southern African Development Community", .organisation),
        StateCode("XXA", nil, "stateless person", .person),
        StateCode("XXB", nil, "refugee (convention of 1951)", .person),
        StateCode("XXC", nil, "refugee (other)", .person),
        StateCode("XXX", nil, "person of unspecified nationality", .person),
        StateCode("UTO", "UT", "Utopia (specimen)", .specimen),
    ]

    /// ISO 3166-1: three letters, two letters, name.
    private static let iso3166 = """
        ABW AW Aruba; AFG AF Afghanistan; AGO AO Angola; AIA AI Anguilla; ALA AX Åland Islands; ALB AL Albania
        AND AD Andorra; ARE AE United Arab Emirates; ARG AR Argentina; ARM AM Armenia; ASM AS American Samoa
        ATA AQ Antarctica; ATF TF French Southern Territories; ATG AG Antigua and Barbuda; AUS AU Australia
        AUT AT Austria; AZE AZ Azerbaijan; BDI BI Burundi; BEL BE Belgium; BEN BJ Benin
        BES BQ Bonaire, Sint Eustatius and Saba; BFA BF Burkina Faso; BGD BD Bangladesh; BGR BG Bulgaria
        BHR BH Bahrain; BHS BS Bahamas; BIH BA Bosnia and Herzegovina; BLM BL Saint Barthélemy; BLR BY Belarus
        BLZ BZ Belize; BMU BM Bermuda; BOL BO Bolivia; BRA BR Brazil; BRB BB Barbados; BRN BN Brunei Darussalam
        BTN BT Bhutan; BVT BV Bouvet Island; BWA BW Botswana; CAF CF Central African Republic; CAN CA Canada
        CCK CC Cocos (Keeling) Islands; CHE CH Switzerland; CHL CL Chile; CHN CN China; CIV CI Côte d'Ivoire
        CMR CM Cameroon; COD CD Democratic Republic of the Congo; COG CG Republic of the Congo; COK CK Cook Islands
        COL CO Colombia; COM KM Comoros; CPV CV Cabo Verde; CRI CR Costa Rica; CUB CU Cuba; CUW CW Curaçao
        CXR CX Christmas Island; CYM KY Cayman Islands; CYP CY Cyprus; CZE CZ Czechia; DEU DE Germany
        DJI DJ Djibouti; DMA DM Dominica; DNK DK Denmark; DOM DO Dominican Republic; DZA DZ Algeria; ECU EC Ecuador
        EGY EG Egypt; ERI ER Eritrea; ESH EH Western Sahara; ESP ES Spain; EST EE Estonia; ETH ET Ethiopia
        FIN FI Finland; FJI FJ Fiji; FLK FK Falkland Islands (Malvinas); FRA FR France; FRO FO Faroe Islands
        FSM FM Micronesia; GAB GA Gabon; GBR GB United Kingdom; GEO GE Georgia; GGY GG Guernsey; GHA GH Ghana
        GIB GI Gibraltar; GIN GN Guinea; GLP GP Guadeloupe; GMB GM Gambia; GNB GW Guinea-Bissau
        GNQ GQ Equatorial Guinea; GRC GR Greece; GRD GD Grenada; GRL GL Greenland; GTM GT Guatemala
        GUF GF French Guiana; GUM GU Guam; GUY GY Guyana; HKG HK Hong Kong; HMD HM Heard Island and McDonald Islands
        HND HN Honduras; HRV HR Croatia; HTI HT Haiti; HUN HU Hungary; IDN ID Indonesia; IMN IM Isle of Man
        IND IN India; IOT IO British Indian Ocean Territory; IRL IE Ireland; IRN IR Iran; IRQ IQ Iraq
        ISL IS Iceland; ISR IL Israel; ITA IT Italy; JAM JM Jamaica; JEY JE Jersey; JOR JO Jordan; JPN JP Japan
        KAZ KZ Kazakhstan; KEN KE Kenya; KGZ KG Kyrgyzstan; KHM KH Cambodia; KIR KI Kiribati
        KNA KN Saint Kitts and Nevis; KOR KR Republic of Korea; KWT KW Kuwait; LAO LA Laos; LBN LB Lebanon
        LBR LR Liberia; LBY LY Libya; LCA LC Saint Lucia; LIE LI Liechtenstein; LKA LK Sri Lanka; LSO LS Lesotho
        LTU LT Lithuania; LUX LU Luxembourg; LVA LV Latvia; MAC MO Macao; MAF MF Saint Martin (French part)
        MAR MA Morocco; MCO MC Monaco; MDA MD Moldova; MDG MG Madagascar; MDV MV Maldives; MEX MX Mexico
        MHL MH Marshall Islands; MKD MK North Macedonia; MLI ML Mali; MLT MT Malta; MMR MM Myanmar
        MNE ME Montenegro; MNG MN Mongolia; MNP MP Northern Mariana Islands; MOZ MZ Mozambique; MRT MR Mauritania
        MSR MS Montserrat; MTQ MQ Martinique; MUS MU Mauritius; MWI MW Malawi; MYS MY Malaysia; MYT YT Mayotte
        NAM NA Namibia; NCL NC New Caledonia; NER NE Niger; NFK NF Norfolk Island; NGA NG Nigeria; NIC NI Nicaragua
        NIU NU Niue; NLD NL Netherlands; NOR NO Norway; NPL NP Nepal; NRU NR Nauru; NZL NZ New Zealand; OMN OM Oman
        PAK PK Pakistan; PAN PA Panama; PCN PN Pitcairn; PER PE Peru; PHL PH Philippines; PLW PW Palau
        PNG PG Papua New Guinea; POL PL Poland; PRI PR Puerto Rico; PRK KP Democratic People's Republic of Korea
        PRT PT Portugal; PRY PY Paraguay; PSE PS Palestine; PYF PF French Polynesia; QAT QA Qatar; REU RE Réunion
        ROU RO Romania; RUS RU Russian Federation; RWA RW Rwanda; SAU SA Saudi Arabia; SDN SD Sudan; SEN SN Senegal
        SGP SG Singapore; SGS GS South Georgia and the South Sandwich Islands
        SHN SH Saint Helena, Ascension and Tristan da Cunha; SJM SJ Svalbard and Jan Mayen; SLB SB Solomon Islands
        SLE SL Sierra Leone; SLV SV El Salvador; SMR SM San Marino; SOM SO Somalia; SPM PM Saint Pierre and Miquelon
        SRB RS Serbia; SSD SS South Sudan; STP ST Sao Tome and Principe; SUR SR Suriname; SVK SK Slovakia
        SVN SI Slovenia; SWE SE Sweden; SWZ SZ Eswatini; SXM SX Sint Maarten (Dutch part); SYC SC Seychelles
        SYR SY Syria; TCA TC Turks and Caicos Islands; TCD TD Chad; TGO TG Togo; THA TH Thailand; TJK TJ Tajikistan
        TKL TK Tokelau; TKM TM Turkmenistan; TLS TL Timor-Leste; TON TO Tonga; TTO TT Trinidad and Tobago
        TUN TN Tunisia; TUR TR Türkiye; TUV TV Tuvalu; TWN TW Taiwan; TZA TZ Tanzania; UGA UG Uganda; UKR UA Ukraine
        UMI UM United States Minor Outlying Islands; URY UY Uruguay; USA US United States; UZB UZ Uzbekistan
        VAT VA Holy See; VCT VC Saint Vincent and the Grenadines; VEN VE Venezuela; VGB VG British Virgin Islands
        VIR VI United States Virgin Islands; VNM VN Viet Nam; VUT VU Vanuatu; WLF WF Wallis and Futuna; WSM WS Samoa
        YEM YE Yemen; ZAF ZA South Africa; ZMB ZM Zambia; ZWE ZW Zimbabwe
        """
}
