/// What simulated cards went through.
enum Journeys {
    /// A commuter of Tokyo: more rides than the history holds.
    static var tokyo: Purse {
        var purse = Purse()
        purse.issue(1500, at: Stations.tokyo, on: RecordDate(2026, 4, 1))
        purse.charge(3000, at: Stations.shinjuku, on: RecordDate(2026, 4, 1))
        for day in 2...7 {
            let date = RecordDate(2026, 4, day)
            purse.ride(Stations.shinjuku, Stations.tokyo, fare: 208, on: date, hour: 8, minute: 5 + day)
            purse.ride(Stations.tokyo, Stations.shinjuku, fare: 208, on: date, hour: 18, minute: 30 + day)
        }
        purse.buy(432, on: RecordDate(2026, 4, 8), hour: 7, minute: 16, second: 24)
        purse.charge(2000, at: Stations.shinagawa, on: RecordDate(2026, 4, 8))
        purse.ride(
            Stations.asakusaMetro, Stations.ginzaMetro, fare: 178, on: RecordDate(2026, 4, 9), hour: 10, minute: 2)
        purse.chargeInShop(1000, on: RecordDate(2026, 4, 9), hour: 15, minute: 6, second: 20)
        purse.buy(150, on: RecordDate(2026, 4, 10), hour: 12, minute: 31, second: 8, cash: true)
        purse.ride(Stations.tokyo, Stations.yokohama, fare: 492, on: RecordDate(2026, 4, 11), hour: 9, minute: 14)
        purse.ride(
            Stations.ginzaMetro, Stations.omotesandoMetro, fare: 178, on: RecordDate(2026, 4, 12), hour: 19, minute: 40)
        return purse
    }

    /// A card that went from Osaka to Nagoya, Kobe and Kyoto: three regions, and a bus.
    static var kansai: Purse {
        var purse = Purse()
        purse.issue(1500, at: Stations.osaka, on: RecordDate(2026, 5, 2))
        purse.charge(5000, at: Stations.osaka, on: RecordDate(2026, 5, 2))
        purse.ride(
            Stations.umedaMidosuji, Stations.nambaMidosuji, fare: 240, on: RecordDate(2026, 5, 2), hour: 11, minute: 3)
        purse.ride(Stations.osaka, Stations.sannomiya, fare: 420, on: RecordDate(2026, 5, 3), hour: 9, minute: 30)
        purse.enter(Stations.kobeSannomiyaHanshin, on: RecordDate(2026, 5, 3), hour: 17, minute: 12)
        purse.exit(StationNumber(2, 0x93, 0x01), fare: 330, hour: 17, minute: 49)
        purse.ride(
            Stations.nagoyaMeitetsu, Stations.airportMeitetsu, fare: 980, on: RecordDate(2026, 5, 4), hour: 7,
            minute: 40)
        purse.ride(
            Stations.sakaeNagoya, Stations.fushimiNagoya, fare: 210, on: RecordDate(2026, 5, 4), hour: 20,
            minute: 1)
        purse.bus(0x0E51, stop: 0x0051, region: 2, fare: 200, on: RecordDate(2026, 5, 5), hour: 9, minute: 39)
        return purse
    }

    /// A PASMO of a line in Tokyo, charged in the middle of a ride.
    static var pasmo: Purse {
        var purse = Purse()
        purse.issue(500, at: Stations.ueno, on: RecordDate(2026, 3, 14))
        purse.enter(Stations.omotesandoMetro, on: RecordDate(2026, 3, 14), hour: 13, minute: 20)
        purse.charge(1000, at: Stations.ginzaMetro, on: RecordDate(2026, 3, 14), terminal: 0x03)
        purse.exit(Stations.asakusaMetro, fare: 209, hour: 14, minute: 2)
        purse.ride(
            Stations.asakusaMetro, Stations.ginzaMetro, fare: 178, on: RecordDate(2026, 3, 15), hour: 10, minute: 44)
        return purse
    }

    /// A card that was entered and not left.
    static var open: Purse {
        var purse = tokyo
        purse.enter(Stations.akihabara, on: RecordDate(2026, 4, 13), hour: 8, minute: 1)
        return purse
    }

    /// A card that is used in buses only.
    static var bus: Purse {
        var purse = Purse()
        purse.issue(2000, at: Stations.nagoyaMeitetsu, on: RecordDate(2026, 6, 1))
        purse.bus(0x0D2A, stop: 0x0000, region: 1, fare: 210, on: RecordDate(2026, 6, 2), hour: 8, minute: 12)
        purse.bus(0x0D2A, stop: 0x0000, region: 1, fare: 210, on: RecordDate(2026, 6, 2), hour: 17, minute: 55)
        purse.bus(0x0A01, stop: 0x0000, region: 3, fare: 150, on: RecordDate(2026, 6, 20), hour: 12, minute: 0)
        purse.bus(0x0E51, stop: 0x0051, region: 2, fare: 200, on: RecordDate(2026, 6, 21), hour: 9, minute: 39)
        return purse
    }

    /// A card in a phone.
    static var phone: Purse {
        var purse = Purse()
        purse.chargeByPhone(1000, on: RecordDate(2026, 8, 1))
        purse.ride(Stations.tokyo, Stations.ueno, fare: 167, on: RecordDate(2026, 8, 2), hour: 9, minute: 9)
        purse.chargeByPhone(2000, on: RecordDate(2026, 8, 3))
        purse.ride(Stations.ueno, Stations.shinjuku, fare: 208, on: RecordDate(2026, 8, 3), hour: 21, minute: 15)
        return purse
    }
}
