import EMRTD
import ISO7816
import InlaySeams

/// How `inlay apdu --secure` opens the chip before the commands.
struct SecureOpening {
    private let policy: AccessPolicy
    private let given: AccessKeyOptions?
    /// The key was typed: one that the chip refuses is asked for again.
    let isAsked: Bool

    /// Nil without the option. Throws when its value or the key is wrong, before a card is touched. The key is that of
    /// `other`, where there is one that can open the chip so.
    init?(
        _ text: String?, _ arguments: Arguments, _ house: House, keyOf other: SecureOpening? = nil
    ) throws(Failure) {
        guard let text else { return nil }
        switch text {
        case "pace": policy = AccessPolicy(preference: .pace, mayUseLastTry: arguments.has(PassportOptions.lastTry))
        case "bac": policy = AccessPolicy(preference: .bac)
        default:
            throw .usage("wrong-value", "--secure takes pace or bac", remedy: "write --secure pace")
        }
        if let other, text == "pace" || other.given?.opensByBAC ?? true {
            given = other.given
            isAsked = other.isAsked
            return
        }
        let card = try CardOptions(arguments, house)
        try card.lookAhead(house)
        let key = try AccessKeyOptions.given(arguments, house)
        isAsked = !card.isSimulator && (key == nil || text == "bac" && key?.opensByBAC == false)
        given = isAsked ? try AccessKeyOptions.asked(house, takesNumber: text == "pace") : key
    }

    /// The protected channel over the session's link, or over one that wraps it. A simulator without a key is opened with
    /// its own.
    func open(_ session: CardSession, _ house: House) throws(CardError) -> any CardChannel {
        try openRenewably(session, over: session.link, house).channel
    }

    /// The same over a link that wraps the session's, and how a lost session is set up again.
    func openRenewably(
        _ session: CardSession, over link: any CardLink, _ house: House
    ) throws(CardError) -> (channel: any CardChannel, renew: () throws(CardError) -> any CardChannel) {
        let opening: AccessKeyOptions
        do throws(Failure) {
            if let given {
                opening = given
            } else {
                opening = try AccessKeyOptions.printed(session.connection.printedMRZ ?? [])
            }
        } catch {
            throw CardError(.unsupported, during: "open the chip", detail: error.message, underlying: error)
        }
        _ = try link.reset(.warm)
        var reader = EPassportReader(policy: policy)
        reader.random = session.random(house.random)
        let opened = try reader.openRenewably(
            LinkChannel(link), key: opening.key,
            restart: { () throws(CardError) in _ = try link.reset(.warm) },
            isCancelled: { house.interruption.isRequested })
        return (opened.channel, opened.renew)
    }
}
