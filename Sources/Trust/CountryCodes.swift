/// Which country a state's CSCA certificates name (9303-3 §5: three letters in the MRZ, two in certificates).
enum CountryCodes {
    /// Two-letter codes that may sign for the state of a machine readable zone; empty when none is known.
    static func signerCountries(ofIssuingState state: String) -> [String] {
        let code = state.filter { $0 != "<" }
        if let special = special[code] { return special }
        return iso3166[code].map { [$0] } ?? []
    }

    /// Whether two codes of the zone mean the same state.
    static func isSameState(_ one: String, _ other: String) -> Bool {
        func canonical(_ code: String) -> String {
            let code = code.filter { $0 != "<" }
            return code == "DEU" ? "D" : code
        }
        return canonical(one) == canonical(other)
    }

    /// 9303-3 §5 parts B to H, and codes that states use without being listed there.
    private static let special: [String: [String]] = [
        "D": ["DE"], "UNO": ["UN"], "UNA": ["UN"], "UNK": ["UN", "KS"], "EUE": ["EU"], "RKS": ["KS", "XK"],
        "XKX": ["KS", "XK"], "GBD": ["GB"], "GBN": ["GB"], "GBO": ["GB"], "GBP": ["GB"], "GBS": ["GB"],
        "HKG": ["CN", "HK"], "MAC": ["CN", "MO"], "UTO": ["UT"], "ANT": ["AN", "NL"], "NTZ": ["NT"],
        "XOM": ["XO", "XX"], "XPO": ["XP", "XX"],
    ]

    private static let iso3166: [String: String] = {
        var codes: [String: String] = [:]
        for word in table.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            codes[String(word.prefix(3))] = String(word.suffix(2))
        }
        return codes
    }()

    /// ISO 3166-1: alpha-3 and alpha-2 of each country in one word.
    private static let table = """
        ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT
        AZEAZ BDIBI BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO
        BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG
        COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO
        DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB
        GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY
        HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT
        JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY
        LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH
        MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA
        NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE
        PHLPH PLWPW PNGPG POLPL PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA
        SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR
        SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO
        TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG
        VIRVI VNMVN VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW
        """
}
