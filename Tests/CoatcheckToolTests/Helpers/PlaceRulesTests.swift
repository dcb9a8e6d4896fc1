// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckHelpers
import TestKit

@Suite("The list of places")
struct PlaceRulesTests {
  private static let text = """
    # Work
    https://git.example        main  username=oauth2
    https://git.example/team   team  scheme=bearer token=id min-life=600  # the others
    https://git.example/team   other

    registry.example:5000      ci

    """

  private let rules = try! PlaceRules(text, path: "places")

  static let found: [Case<(place: String, account: String?, username: String?, rule: String?)>] = [
    Case("of a server", ("https://git.example/a", nil, nil, "main")),
    Case("of the longest path", ("https://git.example/team/a", nil, nil, "team")),
    Case("of the account", ("https://git.example/team/a", "other", nil, "other")),
    Case("of an account, further up", ("https://git.example/team/a", "main", nil, "main")),
    Case("of the user name", ("https://git.example/team/a", nil, "other", "other")),
    Case("of another user name", ("https://git.example/a", nil, "carol", "main")),
    Case("of no account", ("https://git.example/a", "ci", nil, nil)),
    Case("of no place", ("https://other.example", nil, nil, nil)),
  ]

  // attack: K2-01 K2-09
  @Test("finds the most specific rule for a place", arguments: found)
  func rule(_ row: Case<(place: String, account: String?, username: String?, rule: String?)>) throws
  {
    let (place, account, username, wanted) = row.value
    let rule = rules.rule(for: try Place(place), account: account, username: username)
    #expect(rule?.account == wanted)
  }

  @Test("keeps comments and the order when it is changed")
  func change() throws {
    var rules = rules
    #expect(rules.text == Self.text)
    var form = CredentialForm()
    try form.set("scheme=basic")
    rules.add(try PlaceRule(Place("https://new.example/"), account: "main", form: form))
    #expect(rules.text == Self.text + "https://new.example main scheme=basic\n")
    rules.add(try PlaceRule(Place("https://git.example"), account: "main", form: CredentialForm()))
    #expect(rules.text.contains("\nhttps://git.example main\n"))
    #expect(!rules.text.contains("username=oauth2"))
    // The first account of a place stays its default when its rule is changed.
    rules.add(try PlaceRule(Place("https://git.example/team"), account: "team", form: form))
    #expect(
      rules.text.contains(
        "\nhttps://git.example/team team scheme=basic\nhttps://git.example/team   other\n"))
    #expect(rules.remove(try Place("https://git.example/team")) == 2)
    #expect(rules.remove(try Place("https://git.example/team")) == 0)
    #expect(rules.text.hasPrefix("# Work\nhttps://git.example main\n\nregistry.example:5000"))
    #expect(try PlaceRules(rules.text, path: "places").rules == rules.rules)
  }

  static let mistakes: [Case<(line: String, reason: String)>] = [
    Case("no account", ("https://git.example", "has no account")),
    Case("no address", ("https:// main", "no address")),
    Case("plain HTTP", ("http://git.example main", "plain HTTP")),
    Case("an unknown option", ("https://git.example main user=x", "no option of a place")),
    Case("an unknown value", ("https://git.example main scheme=digest", "no option of a place")),
    Case("a life of no time", ("https://git.example main min-life=-1", "no option of a place")),
    Case(
      "a colon in the user name", ("https://git.example main username=a:b", "no option of a place")),
  ]

  @Test(
    "takes no option that its file cannot hold",
    arguments: ["username=a b", "username=a#b", "username=a\tb", "username=a\nb"])
  func option(_ text: String) {
    var form = CredentialForm()
    #expect { try form.set(text) } throws: {
      ($0 as? CommandFailure)?.message.contains("no option of a place") == true
    }
  }

  // attack: K2-14
  @Test("with a mistake is refused, and the line is reported", arguments: mistakes)
  func mistake(_ row: Case<(line: String, reason: String)>) {
    #expect {
      try PlaceRules("# a comment\n\(row.value.line)\n", path: "places")
    } throws: {
      let message = ($0 as? CommandFailure)?.message ?? ""
      return message.hasPrefix("places, line 2: ") && message.contains(row.value.reason)
    }
  }
}
