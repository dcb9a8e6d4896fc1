// SPDX-License-Identifier: Apache-2.0

/// kubectl's users that ask `coatcheck`, and the clusters of their contexts.
enum KubernetesCheck: DoctorCheck {
  static let name = "kubernetes"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    let paths = try subject.files.path(in: "KUBECONFIG", orHome: ".kube/config")
    guard let file = try? ConfigurationFile(String(paths.prefix { $0 != ":" })), file.text != nil
    else { return [] }
    let kubeconfig = Kubeconfig(file)
    let users = kubeconfig.items("users").filter {
      $0.setting("command")?.unquoted.contains("coatcheck") == true
    }
    guard !users.isEmpty else { return [] }
    let version = await KubectlVersion.installed(variable: subject.context.variable)
    let found =
      users.flatMap { findings($0, version, subject) } + contexts(kubeconfig, of: users, subject)
    return found.isEmpty ? [.ok(name, "asks coatcheck")] : found
  }

  private static func findings(
    _ user: Kubeconfig.Item, _ version: KubectlVersion?, _ subject: DoctorSubject
  ) -> [DoctorFinding] {
    let userName = user.name.map(String.init) ?? ""
    let api = user.setting("apiVersion")?.unquoted ?? ""
    var findings: [DoctorFinding] = []
    if let command = user.setting("command")?.unquoted,
      let trouble = subject.trouble(name, command: String(command))
    {
      findings.append(trouble)
    }
    if let version, api == KubectlVersion.newest, version.credentialVersion != api {
      findings.append(
        .failed(
          name, "\(userName): kubectl 1.\(version.minor) does not know \(api)",
          "write \(version.credentialVersion) as its apiVersion"))
    }
    if user.setting("provideClusterInfo")?.unquoted != "true" {
      findings.append(
        .failed(
          name, "\(userName): kubectl does not say for which cluster it asks",
          "add “provideClusterInfo: true” below exec"))
    }
    if api == KubectlVersion.newest, user.setting("interactiveMode") == nil {
      findings.append(
        .failed(
          name, "\(userName): interactiveMode is missing, which \(api) needs",
          "add “interactiveMode: Never” below exec"))
    }
    return findings
  }

  private static func contexts(
    _ kubeconfig: Kubeconfig, of users: [Kubeconfig.Item], _ subject: DoctorSubject
  ) -> [DoctorFinding] {
    kubeconfig.items("contexts").compactMap { context in
      guard let user = context.setting("user")?.unquoted,
        users.contains(where: { $0.name == user }),
        let cluster = kubeconfig.item("clusters", named: context.setting("cluster")?.unquoted),
        let server = cluster.setting("server")?.unquoted
      else { return nil }
      return subject.trouble(name, address: String(server))
    }
  }
}
