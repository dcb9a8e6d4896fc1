// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("coatcheck doctor", .timeLimit(.minutes(20)))
struct DoctorTests {
  /// A configuration that is broken in one way.
  private struct Row {
    let name: String
    /// A script for `sh` that breaks it, in an empty home folder; `PROGRAM` is the path of coatcheck.
    var script = ""
    /// The change that breaks the stored session.
    var change: (@Sendable (inout StoredSession) -> Void)?
    var hasLostDefault = false
    var variables: [String: String] = [:]
    /// The expected finding and its remedy.
    let says: String
    let remedy: String
    /// The exit status: 0 for a warning.
    var status: Int32 = 10
  }

  private static let kubeconfig = """
    printf '%s\\n' 'apiVersion: v1' clusters: '- cluster:' '    server: https://k8s.example' '  name: c' \
    contexts: '- context:' '    cluster: c' '    user: u' '  name: x' 'current-context: x' users: \
    '- name: u' '  user:' '    exec:' '      apiVersion: client.authentication.k8s.io/VERSION' \
    '      command: COMMAND' MORE > .kube/config
    """

  private static func kubeconfig(
    _ version: String = "v1beta1", command: String = "PROGRAM",
    _ more: String = "'      provideClusterInfo: true' '      interactiveMode: Never'"
  ) -> String {
    "mkdir -p .kube; "
      + kubeconfig.replacing("VERSION", with: version).replacing("COMMAND", with: command)
      .replacing("MORE", with: more)
  }

  private static let mapped =
    "mkdir -p .config/coatcheck; echo 'https://k8s.example main' > .config/coatcheck/places; "

  private static let rows: [Row] = [
    Row(
      name: "no account", variables: ["COATCHECK_HOME": "/nonexistent"],
      says: "accounts: no account is stored", remedy: "coatcheck login ISSUER", status: 3),
    Row(
      name: "a store that is a file", script: "rm -r data/sessions; echo > data/sessions",
      says: "store: ", remedy: "", status: 8),
    Row(
      name: "a store that is a link", script: "mv data/sessions s; ln -s ../s data/sessions",
      says: "is a symbolic link", remedy: "", status: 8),
    Row(
      name: "a session that has ended",
      change: {
        $0.expiry = .at(Date(timeIntervalSince1970: 1))
        $0.refreshToken = nil
      }, says: "main: its session has ended", remedy: "sign in again with: coatcheck login ",
      status: 4),
    Row(
      name: "a refresh that was interrupted",
      change: { $0.refreshMarker = RefreshMarker(startedAt: Date()) },
      says: "a refresh was interrupted", remedy: "coatcheck refresh main", status: 0),
    Row(
      name: "no refresh token", change: { $0.refreshToken = nil },
      says: "has no refresh token", remedy: "offline_access", status: 0),
    Row(
      name: "a default account that is gone", hasLostDefault: true,
      says: "the default account is not stored any more", remedy: "coatcheck switch"),
    Row(
      name: "a variable with an account that is not stored",
      variables: ["COATCHECK_ACCOUNT": "work"],
      says: "COATCHECK_ACCOUNT: no stored account fits “work”", remedy: "coatcheck accounts"),
    Row(
      name: "a proxy without a host", variables: ["HTTPS_PROXY": "http://"],
      says: "HTTPS_PROXY is no address", remedy: "http://HOST:PORT"),
    Row(
      name: "a file of certificates that is not there",
      variables: ["SSL_CERT_FILE": "/nonexistent.pem"],
      says: "SSL_CERT_FILE names no file with certificates", remedy: "unset it"),
    Row(
      name: "a folder that is not absolute", variables: ["XDG_STATE_HOME": "state"],
      says: "XDG_STATE_HOME is not an absolute path", remedy: "unset it", status: 0),
    Row(
      name: "a list of places with a mistake",
      script: mapped + "echo 'https://b.example' >> .config/coatcheck/places",
      says: "places, line 2: “https://b.example” has no account", remedy: ""),
    Row(
      name: "a list of places that others can change",
      script: mapped + "chmod 666 .config/coatcheck/places",
      says: "can be changed by other users", remedy: ""),
    Row(
      name: "a place whose account is gone",
      script: "mkdir -p .config/coatcheck; echo 'https://a.example b' > .config/coatcheck/places",
      says: "https://a.example: no stored account fits “b”",
      remedy: "coatcheck helper map https://a.example ACCOUNT"),
    Row(
      name: "a place whose account has a token bound to a key", script: mapped,
      change: { $0.tokenType = "DPoP" },
      says: "https://k8s.example: the token of “main” is no bearer token",
      remedy: "coatcheck request"),
    Row(
      name: "a place that needs an ID token, which is not there",
      script: mapped + "echo 'https://a.example main token=id' > .config/coatcheck/places",
      change: { $0.idToken = nil }, says: "gave no ID token", remedy: "scope openid"),
    Row(
      name: "tokens that expire too soon for a place", script: mapped,
      change: {
        $0.obtainedAt = Date()
        $0.expiry = .at(Date(timeIntervalSinceNow: 40))
      }, says: "less than the place needs", remedy: "min-life", status: 0),
    Row(
      name: "git, without the program that it looks for",
      script: "git config --global credential.helper coatcheck",
      says: "git: there is no git-credential-coatcheck in PATH", remedy: "a link to coatcheck"),
    Row(
      name: "git, with a caching helper before coatcheck",
      script:
        "git config --global credential.helper cache; git config --global --add credential.helper '!PROGRAM helper git'",
      says: "the helper “cache” is asked before coatcheck", remedy: "an empty “helper =”"),
    Row(
      name: "git, for a server that is not on the list",
      script: "git config --global credential.https://a.example.helper '!PROGRAM helper git'",
      says: "git: https://a.example asks for credentials, and no account is chosen",
      remedy: "coatcheck helper map https://a.example ACCOUNT"),
    Row(
      name: "git, with a path that is gone",
      script: "git config --global credential.helper '!/gone/coatcheck helper git'",
      says: "git: there is no program /gone/coatcheck", remedy: "coatcheck setup git"),
    Row(
      name: "kubectl, with an apiVersion that is too new for it", script: mapped + kubeconfig("v1"),
      says: "kubectl 1.20 does not know client.authentication.k8s.io/v1",
      remedy: "write client.authentication.k8s.io/v1beta1"),
    Row(
      name: "kubectl, without provideClusterInfo",
      script: mapped + kubeconfig("v1beta1", "'      interactiveMode: Never'"),
      says: "kubectl does not say for which cluster", remedy: "provideClusterInfo: true"),
    Row(
      name: "kubectl, without interactiveMode",
      script: mapped + kubeconfig("v1", "'      provideClusterInfo: true'"),
      says: "u: interactiveMode is missing", remedy: "interactiveMode: Never"),
    Row(
      name: "kubectl, with a path that is gone",
      script: mapped + kubeconfig(command: "/gone/coatcheck"),
      says: "kubernetes: there is no program /gone/coatcheck",
      remedy: "coatcheck setup kubernetes"),
    Row(
      name: "kubectl, for a cluster that is not on the list", script: kubeconfig(),
      says: "kubernetes: https://k8s.example asks for credentials",
      remedy: "coatcheck helper map https://k8s.example ACCOUNT"),
    Row(
      name: "docker, with a configuration that is no JSON",
      script: "mkdir .docker; echo '{' > .docker/config.json",
      says: ".docker/config.json is no JSON object", remedy: "mend it"),
    Row(
      name: "docker, without the program that it looks for",
      script: mapped
        + #"mkdir .docker; echo '{"credHelpers":{"k8s.example":"coatcheck"}}' > .docker/config.json"#,
      says: "there is no docker-credential-coatcheck in PATH", remedy: "a link to coatcheck"),
    Row(
      name: "docker, for a registry that is not on the list",
      script:
        #"mkdir .docker; echo '{"credHelpers":{"a.example":"coatcheck"}}' > .docker/config.json"#,
      says: "docker: https://a.example asks for credentials", remedy: "coatcheck helper map"),
    Row(
      name: "msmtp, with a path that is gone",
      script:
        "printf 'account a\\npasswordeval \"/gone/coatcheck helper mail main\"\\n' > .msmtprc",
      says: "mail: there is no program /gone/coatcheck", remedy: "coatcheck setup msmtp"),
    Row(
      name: "aws, with a path that is gone",
      script:
        "mkdir .aws; printf '[default]\\ncredential_process = /gone/coatcheck helper aws --role r\\n' > .aws/config",
      says: "aws: there is no program /gone/coatcheck", remedy: "coatcheck setup aws"),
    Row(
      name: "aws, with keys that have precedence over the helper",
      script:
        "mkdir .aws; printf '[profile a]\\ncredential_process = PROGRAM helper aws --role r\\n' > .aws/config; "
        + "printf '[a]\\naws_access_key_id = k\\n' > .aws/credentials",
      says: "has keys for the profile “a”, so coatcheck is not asked", remedy: "take them out"),
    Row(
      name: "aws, with a service that is not on the list",
      script:
        "mkdir .aws; printf '[default]\\ncredential_process = PROGRAM helper aws --role r\\n' > .aws/config",
      says: "aws: https://sts.amazonaws.com asks for credentials",
      remedy: "coatcheck helper map https://sts.amazonaws.com ACCOUNT"),
    Row(
      name: "mbsync, with an account that is gone",
      script: "printf 'IMAPAccount a\\nPassCmd \"PROGRAM helper mail b\"\\n' > .mbsyncrc",
      says: "no stored account is called “b”", remedy: "coatcheck accounts"),
    Row(
      name: "a password for a place in .netrc",
      script: mapped + "echo 'machine k8s.example login a password b' > .netrc",
      says: "has a password for k8s.example", remedy: "remove that line", status: 0),
    Row(
      name: "cargo, with a path that is gone",
      script:
        #"mkdir .cargo; printf '[registries.a]\ncredential-provider = ["cargo:token-from-stdout", "/gone/coatcheck"]\n' > .cargo/config.toml"#,
      says: "cargo: there is no program /gone/coatcheck", remedy: "coatcheck setup cargo"),
    Row(
      name: "go, with a path that is gone",
      script:
        "mkdir -p .config/go; echo 'GOAUTH=/gone/coatcheck helper go https://a.example' > .config/go/env",
      says: "go: there is no program /gone/coatcheck", remedy: "coatcheck setup go"),
    Row(
      name: "go, with GOAUTH set in the environment",
      script:
        "mkdir -p .config/go; echo 'GOAUTH=PROGRAM helper go https://a.example' > .config/go/env",
      variables: ["GOAUTH": "netrc"], says: "the variable GOAUTH hides", remedy: "unset GOAUTH"),
    Row(
      name: "terraform, without its link",
      script: "echo 'credentials_helper \"coatcheck\" {}' > .terraformrc",
      says: ".terraform.d/plugins/terraform-credentials-coatcheck", remedy: "a link to coatcheck"),
    Row(
      name: "bazel, with a path that is gone",
      script:
        "echo 'common --credential_helper=a.example=/gone/bazel-credential-coatcheck' > .bazelrc",
      says: "bazel: there is no program /gone/bazel-credential-coatcheck",
      remedy: "coatcheck setup bazel"),
  ]

  /// A home folder of its own, with a copy of the store.
  private func home(_ stage: Stage) throws -> (folder: String, variables: [String: String]) {
    let folder = "\(stage.sandbox.folder)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: stage.sandbox.folder + "/home", toPath: folder + "/data")
    chmod(folder + "/data", 0o700)
    return (
      folder,
      ["HOME": folder, "COATCHECK_HOME": folder + "/data", "GIT_CONFIG_NOSYSTEM": "1"]
    )
  }

  @Test("reports each broken configuration, with its remedy")
  func broken() async throws {
    let (stage, _) = try await Stage.signedIn()
    let program = try Programs.path("coatcheck")
    let healthy = try home(stage)
    let run = try await stage.run(["doctor"], variables: healthy.variables, exits: 0)
    #expect(run.output.contains("ok      accounts: main: token valid") && run.errors.isEmpty)
    #expect(!run.output.contains("failed  "))
    for row in Self.rows {
      let name = Comment(rawValue: row.name)
      let (folder, variables) = try home(stage)
      if let change = row.change {
        let store = FileTokenStore(directory: folder + "/data/sessions")
        var session = try #require(try await store.sessions().first)
        change(&session)
        try await store.save(session)
      }
      if row.hasLostDefault {
        try await FileTokenStore(directory: folder + "/data/sessions")
          .setDefaultAccount(
            AccountID(issuer: "https://gone.example", clientID: "app", subject: "u"))
      }
      let script = "cd \(folder); " + row.script.replacing("PROGRAM", with: program)
      _ = try await stage.run(["-c", script], program: "sh", variables: variables, exits: 0)
      let all = variables.merging(row.variables) { $1 }
      let run = try await stage.run(["doctor"], variables: all, exits: row.status)
      let lines = run.output.split(separator: "\n")
      let index = lines.firstIndex { !$0.hasPrefix("ok ") && $0.contains(row.says) }
      #expect(index != nil, "\(name)\n\(run.output)\(run.errors)")
      #expect(
        index.map { lines[$0].hasPrefix(row.status == 0 ? "warning " : "failed ") } == true, name)
      if !row.remedy.isEmpty, let index {
        #expect(lines[index + 1].contains(row.remedy), "\(name)\n\(run.output)")
      }
      let json = try await stage.run(["doctor", "--json"], variables: all, exits: row.status)
      #expect(json.output.contains("\"healthy\":\(row.status == 0)"), name)
    }
  }

  @Test(
    "with --online reports a provider that is down, has another time or has ended a session"
  )
  func online() async throws {
    let (stage, session) = try await Stage.signedIn()
    _ = try await stage.run(["doctor", "--online"], exits: 0)
    // The token is still valid, so only the userinfo endpoint gets a request.
    stage.server.clock.set(to: Date(timeIntervalSinceNow: 120))
    let late = try stage.sandbox.start(["doctor", "provider", "--online"])
    #expect(await late.ended() == .exit(9))
    #expect(late.output.contains("ahead of this machine's\n        → set the clock"))
    _ = try await stage.server.store.revokeUser(
      session.account.subject, reason: "test", at: Date())
    let ended = try await stage.run(["doctor", "provider", "--online"], exits: 4)
    #expect(ended.output.contains("→ sign in again with: coatcheck login"))

    let (other, _) = try await Stage.signedIn()
    await other.server.stop()
    let gone = try await other.run(["doctor", "provider", "--online"], exits: 5)
    #expect(gone.output.contains("→ check the network"))
    // Without --online the provider gets no request.
    _ = try await other.run(["doctor", "provider"], exits: 0)
  }
}
