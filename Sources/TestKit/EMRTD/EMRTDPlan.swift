/// Tests of a passport or identity card, after the catalogue of ICAO and BSI.
///
/// A report says "checked like" a case, never "certified": some expected results are inferred, and cases are missing.
public enum EMRTDPlan {
    /// All steps.
    public static let plan = TestPlan(
        name: "emrtd", title: "electronic passports, like cases of ICAO TR part 3",
        steps: plainAccess + masterFiles + opening + protectedReading + contents + sessions + failures + hostileInput
            + terminalAuthentication)
}
