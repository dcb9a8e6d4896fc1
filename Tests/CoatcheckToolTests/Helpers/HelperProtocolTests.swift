// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckHelpers
import TestKit

/// What a program sends to its helper, and what it gets, byte by byte.
@Suite("The protocols of helpers")
struct HelperProtocolTests {
  /// A call of a helper, and the expected result.
  struct Row: Sendable {
    var arguments: [String]
    var input = ""
    var variables: [String: String] = [:]
    /// The expected output; nil when a failure is expected.
    var answer: String?
    /// The exit status; `success` stands for `usage` when a failure is expected.
    var status: CoatcheckCommand.ExitStatus = .success
  }

  static let end = Date(timeIntervalSince1970: 1_700_000_600)
  static let idToken = "eyJhbGciOiJFUzI1NiJ9.eyJpYXQiOjE3MDAwMDAwMDAsImV4cCI6MTcwMDAwMDYwMH0.c2ln"

  private static let rules = try! PlaceRules(
    """
    https://git.example main
    https://gitlab.example main username=gitlab scheme=basic
    https://bearer.example main scheme=bearer
    https://k8s.example:6443 main token=id
    registry.example:5000 main username=robot
    127.0.0.1:5000 main
    """, path: "places")

  private static func session() throws -> StoredSession {
    var metadata = try ServerMetadata(issuer: Issuer("https://op.example"))
    metadata.tokenEndpoint = try Endpoint("https://op.example/token")
    var session = try StoredSession(
      account: AccountID(issuer: "https://op.example", clientID: "app", subject: "alice"),
      name: "main",
      grant: TokenGrant(
        accessToken: Secret("tok-good"), expiry: .at(end), refreshToken: Secret("rt"),
        receivedAt: end - 600),
      metadata: metadata)
    session.idToken = Secret(idToken)
    return session
  }

  private static let gitGet = "protocol=https\nhost=git.example\n"
  private static let both = "wwwauth[]=Bearer realm=\"g\"\nwwwauth[]=Basic realm=\"g\"\n"
  private static let capabilities = "capability[]=authtype\ncapability[]=state\n"
  private static let basic =
    "username=oauth2\npassword=tok-good\npassword_expiry_utc=1700000600\n"
  private static let bearer =
    "capability[]=authtype\nauthtype=Bearer\ncredential=tok-good\nephemeral=1\npassword_expiry_utc=1700000600\n"

  static let git: [Case<Row>] = [
    Case("get", Row(arguments: ["git", "get"], input: gitGet, answer: basic)),
    Case(
      "get, with a blank line", Row(arguments: ["git", "get"], input: gitGet + "\n", answer: basic)),
    Case(
      "get, with a path",
      Row(arguments: ["git", "get"], input: gitGet + "path=a b/ü.git\n", answer: basic)),
    Case(
      "get, for a user",
      Row(
        arguments: ["git", "get"], input: gitGet + "username=carol\n",
        answer: basic.replacing("oauth2", with: "carol"))),
    Case(
      "get, with the user name of the list",
      Row(
        arguments: ["git", "get"], input: "protocol=https\nhost=gitlab.example\n",
        answer: basic.replacing("oauth2", with: "gitlab"))),
    Case(
      "get, from a server that takes both",
      Row(arguments: ["git", "get"], input: capabilities + gitGet + both, answer: basic)),
    Case(
      "get, from a server that takes Bearer alone",
      Row(
        arguments: ["git", "get"], input: capabilities + gitGet + "wwwauth[]=bearer realm=\"g\"\n",
        answer: bearer)),
    Case(
      "get, from a git that cannot send Bearer",
      Row(arguments: ["git", "get"], input: gitGet + "wwwauth[]=Bearer\n", answer: basic)),
    Case(
      "get, where the list says Bearer",
      Row(
        arguments: ["git", "get"], input: capabilities + "protocol=https\nhost=bearer.example\n",
        answer: bearer)),
    Case(
      "get, of an unknown place",
      Row(arguments: ["git", "get"], input: "protocol=https\nhost=evil.example\n", answer: "")),
    Case(
      "get, of another protocol",
      Row(arguments: ["git", "get"], input: "protocol=cert\npath=/k\n", answer: "")),
    Case(
      "get, without a host",
      Row(arguments: ["git", "get"], input: "protocol=https\nhost=\n", answer: "")),
    Case(
      "get, with an account that the place does not have",
      Row(arguments: ["git", "get", "--account", "other"], input: gitGet, answer: "")),
    Case("store", Row(arguments: ["git", "store"], input: gitGet + "password=x\n", answer: "")),
    Case("an unknown operation", Row(arguments: ["git", "renew"], input: gitGet, answer: "")),
    Case(
      "capability",
      Row(
        arguments: ["git", "capability"],
        answer: "version 0\ncapability authtype\ncapability state\n")),
    Case(
      "a carriage return in a user name, which would be sent back",
      Row(arguments: ["git", "get"], input: gitGet + "username=carol\rpassword=x\n")),
    Case(
      "a carriage return",
      Row(arguments: ["git", "get"], input: "protocol=https\nhost=git.example\r\n")),
    Case("a NUL", Row(arguments: ["git", "get"], input: gitGet + "path=a\0b\n")),
    Case("no attribute", Row(arguments: ["git", "get"], input: "protocol=https\nhost\n")),
    Case("a path that leads up", Row(arguments: ["git", "get"], input: gitGet + "path=../b\n")),
    Case(
      "a host with a user",
      Row(arguments: ["git", "get"], input: "protocol=https\nhost=a@git.example\n")),
    Case("plain HTTP", Row(arguments: ["git", "get"], input: "protocol=http\nhost=git.example\n")),
  ]

  private static func kube(_ version: String, _ spec: String) -> [String: String] {
    [
      "KUBERNETES_EXEC_INFO":
        #"{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/\#(version)","spec":\#(spec)}"#
    ]
  }

  private static let cluster =
    #"{"cluster":{"server":"https://k8s.example:6443"},"interactive":false}"#

  static let clusters: [Case<Row>] =
    ["v1", "v1beta1"].map { version in
      Case(
        "version \(version)",
        Row(
          arguments: ["kubernetes"], variables: kube(version, cluster),
          answer:
            #"{"apiVersion":"client.authentication.k8s.io/\#(version)","kind":"ExecCredential","status":{"token":"\#(idToken)","expirationTimestamp":"2023-11-14T22:23:20Z"}}"#
            + "\n"))
    } + [
      Case(
        "an older version", Row(arguments: ["kubernetes"], variables: kube("v1alpha1", cluster))),
      Case("no cluster", Row(arguments: ["kubernetes"], variables: kube("v1", "{}"))),
      Case("not from kubectl", Row(arguments: ["kubernetes"])),
      Case(
        "an unknown cluster",
        Row(
          arguments: ["kubernetes", "--account", "main"],
          variables: kube("v1", #"{"cluster":{"server":"https://evil.example"}}"#),
          status: .notSignedIn)),
      Case(
        "a cluster without TLS",
        Row(
          arguments: ["kubernetes"],
          variables: kube("v1", #"{"cluster":{"server":"http://k8s.example:6443"}}"#))),
    ]

  private static let missing = "credentials not found in native keychain\n"

  static let docker: [Case<Row>] = [
    Case(
      "get",
      Row(
        arguments: ["docker", "get"], input: "registry.example:5000",
        answer:
          #"{"ServerURL":"registry.example:5000","Username":"robot","Secret":"tok-good"}"# + "\n")),
    Case(
      "get, with an address",
      Row(
        arguments: ["docker", "get"], input: "https://registry.example:5000/v1/\n",
        answer:
          #"{"ServerURL":"https://registry.example:5000/v1/","Username":"robot","Secret":"tok-good"}"#
          + "\n")),
    Case(
      "get, of this machine",
      Row(
        arguments: ["docker", "get"], input: "127.0.0.1:5000",
        answer: #"{"ServerURL":"127.0.0.1:5000","Username":"oauth2","Secret":"tok-good"}"# + "\n")),
    Case(
      "get, of an unknown registry",
      Row(
        arguments: ["docker", "get"], input: "registry.example", answer: missing, status: .failure)),
    Case("list", Row(arguments: ["docker", "list"], input: "unused", answer: "{}\n")),
    Case("store", Row(arguments: ["docker", "store"], input: #"{"ServerURL":"x"}"#, answer: "")),
    Case("erase", Row(arguments: ["docker", "erase"], input: "registry.example:5000", answer: "")),
    Case("two servers", Row(arguments: ["docker", "get"], input: "registry.example:5000\nx")),
    Case("another operation", Row(arguments: ["docker", "renew"], input: "registry.example:5000")),
  ]

  static let others: [Case<Row>] = [
    Case("mail", Row(arguments: ["mail", "main"], answer: "tok-good\n")),
    Case("mail, of two accounts", Row(arguments: ["mail", "main", "other"])),
    Case(
      "curl",
      Row(
        arguments: ["curl", "https://git.example/a?b=c"],
        answer: "url = \"https://git.example/a?b=c\"\noauth2-bearer = \"tok-good\"\n")),
    Case("curl, with a quote", Row(arguments: ["curl", "https://git.example/\"\noutput=x"])),
    Case(
      "curl, of an unknown place",
      Row(arguments: ["curl", "https://evil.example"], status: .notSignedIn)),
    Case("curl, without an address", Row(arguments: ["curl", "main"], status: .notSignedIn)),
    Case(
      "netrc",
      Row(
        arguments: ["netrc", "registry.example:5000"],
        answer: "machine registry.example login robot password tok-good\n")),
    Case(
      "keyring, the password",
      Row(arguments: ["keyring", "get", "https://git.example/simple", "u"], answer: "tok-good\n")),
    Case(
      "keyring, user name and password",
      Row(
        arguments: ["keyring", "--mode=creds", "--output=json", "get", "https://git.example"],
        answer: #"{"username":"oauth2","password":"tok-good"}"# + "\n")),
    Case(
      "keyring, of an unknown place",
      Row(arguments: ["keyring", "get", "https://evil.example", "u"], answer: "", status: .failure)),
    Case("keyring, set", Row(arguments: ["keyring", "set", "https://git.example", "u"])),
    Case(
      "cargo",
      Row(
        arguments: ["cargo"],
        variables: ["CARGO_REGISTRY_INDEX_URL": "sparse+https://git.example/index/"],
        answer: "Bearer tok-good\n")),
    Case("cargo, not from cargo", Row(arguments: ["cargo"])),
    Case(
      "go",
      Row(
        arguments: ["go", "https://git.example"],
        answer: "https://git.example\n\nAuthorization: Bearer tok-good\n\n")),
    Case(
      "go, after 404",
      Row(
        arguments: ["go", "https://git.example", "https://git.example/m/@v/list"],
        input: "HTTP/1.1 404 Not Found\r\n\r\n", answer: "")),
    Case("go, without an address", Row(arguments: ["go"])),
    Case(
      "terraform",
      Row(arguments: ["terraform", "get", "git.example"], answer: #"{"token":"tok-good"}"# + "\n")),
    Case(
      "terraform, of an unknown host",
      Row(arguments: ["terraform", "get", "evil.example"], answer: "{}\n")),
    Case("terraform, store", Row(arguments: ["terraform", "store", "git.example"])),
    Case(
      "bazel",
      Row(
        arguments: ["bazel", "get"], input: #"{"uri":"https://git.example/cache"}"#,
        answer:
          #"{"headers":{"Authorization":["Bearer tok-good"]},"expires":"2023-11-14T22:23:20Z"}"#
          + "\n")),
    Case(
      "bazel, of an unknown place",
      Row(
        arguments: ["bazel", "get"], input: #"{"uri":"https://evil.example"}"#,
        answer: #"{"headers":{}}"# + "\n")),
    Case("bazel, without an address", Row(arguments: ["bazel", "get"], input: "{}")),
    Case(
      "google",
      Row(
        arguments: ["google", "main"],
        answer:
          #"{"version":1,"success":true,"token_type":"urn:ietf:params:oauth:token-type:id_token","id_token":"\#(idToken)","expiration_time":1700000600}"#
          + "\n")),
    Case(
      "google, another token",
      Row(
        arguments: ["google", "main"],
        variables: [
          "GOOGLE_EXTERNAL_ACCOUNT_TOKEN_TYPE": "urn:ietf:params:oauth:token-type:saml2"
        ])),
    Case("no such helper", Row(arguments: ["svn"])),
    Case("an account without a name", Row(arguments: ["mail", "--account"])),
    Case("an account with an empty name", Row(arguments: ["mail", "--account=", "main"])),
    Case("an empty life", Row(arguments: ["mail", "main", "--min-life=", "600"])),
    Case("a life that is no number", Row(arguments: ["mail", "main", "--min-life", "soon"])),
  ]

  // attack: K2-01 K2-03 K2-04 K2-12 K2-17 K2-19 K2-20 K2-21 K2-22 K2-23 K2-24 K2-26
  @Test("each call has the expected output or failure", arguments: git + clusters + docker + others)
  func answer(_ row: Case<Row>) throws {
    let row = row.value
    let output: HelperOutput
    do {
      let call = try HelperCall(row.arguments, variable: { row.variables[$0] }) {
        () throws(CommandFailure) in Array(row.input.utf8)
      }
      switch call.action(by: Self.rules) {
      case .answer(let known): output = known
      case .credential(let account, let form, _):
        #expect(account == "main")
        output = try call.helper.answer(Credential(Self.session(), as: form))
      case .rejected: throw Unexpected("no token was refused")
      }
    } catch let failure as CommandFailure {
      output = HelperOutput(failure: failure)
    }
    if let answer = row.answer {
      #expect(output.text == answer && output.status == row.status)
    } else {
      let failure = try #require(output.failure)
      #expect(
        output.text.isEmpty && failure.status == (row.status == .success ? .usage : row.status),
        "\(failure)")
      #expect(!"\(failure)".contains("tok-good"))
    }
  }

  static let rejected: [Case<(input: String, token: String?)>] = [
    Case("a password", (gitGet + "username=oauth2\npassword=tok\n", "tok")),
    Case("a credential", (gitGet + "authtype=Bearer\ncredential=tok\n", "tok")),
    Case("nothing", (gitGet, nil)),
    Case("of an unknown place", ("protocol=https\nhost=evil.example\npassword=tok\n", nil)),
  ]

  // attack: K2-10
  @Test("git erase names the rejected token", arguments: rejected)
  func erase(_ row: Case<(input: String, token: String?)>) throws {
    let call = try HelperCall(["git", "erase"], variable: { _ in nil }) {
      () throws(CommandFailure) in Array(row.value.input.utf8)
    }
    guard case .rejected(let token, let account) = call.action(by: Self.rules) else {
      #expect(row.value.token == nil)
      return
    }
    #expect(token.reveal() == row.value.token && account == "main")
  }

  // attack: K2-15
  @Test("a token that is bound to a key is given to no other program")
  func bound() throws {
    var session = try Self.session()
    session.dpopKey = try SigningKey.generate(.es256)
    #expect { try Credential(session, as: CredentialForm()) } throws: {
      ($0 as? CommandFailure)?.code == "bound_token"
    }
    session.dpopKey = nil
    session.tokenType = "mac"
    #expect { try Credential(session, as: CredentialForm()) } throws: {
      ($0 as? CommandFailure)?.code == "bound_token"
    }
  }

  static let lives: [Case<(life: Double, left: Double, isFresh: Bool)>] = [
    Case("enough is left", (60, 61, true)), Case("too little is left", (60, 60, false)),
    Case("half its life is enough", (3600, 301, true)),
    Case("less than half is not", (3600, 299, false)),
  ]

  @Test("a token is fresh for as long as the program needs, or half its life", arguments: lives)
  func life(_ row: Case<(life: Double, left: Double, isFresh: Bool)>) throws {
    for token in [CredentialForm.Token.access, .id] {
      var form = CredentialForm()
      form.token = token
      let isFresh = Credential.isFresh(
        try Self.session(), as: form, lasting: row.value.life, now: Self.end - row.value.left)
      #expect(isFresh == row.value.isFresh, "\(token)")
    }
  }

  @Test("the name of a link selects the helper")
  func links() {
    for helper in HelperCall.helpers {
      for link in helper.links {
        #expect(
          HelperCall.arguments(["/usr/bin/\(link)", "get"]) == ["helper", helper.name, "get"])
      }
    }
    #expect(HelperCall.arguments(["coatcheck", "token"]) == ["token"])
    #expect(HelperCall.arguments([]) == [])
  }
}
