// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckHelpers

/// kubectl: a user whose credentials come from a command, for one context
/// ([credential plugins](https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins)).
enum KubernetesSetup: ProgramSetup {
  static let name = "kubernetes"
  static let argument = "the context; the current one unless it is named"

  static func changes(for target: SetupTarget) async throws(CommandFailure) -> [SetupChange] {
    // "If the KUBECONFIG environment variable does exist, kubectl uses […] the list of files"; the first one is changed.
    let paths = try target.files.path(in: "KUBECONFIG", orHome: ".kube/config")
    let file = try ConfigurationFile(String(paths.prefix { $0 != ":" }))
    let kubeconfig = Kubeconfig(file)
    let wanted = target.argument.map { $0[...] } ?? kubeconfig.value("current-context")?.unquoted
    guard let context = kubeconfig.item("contexts", named: wanted) else {
      throw CommandFailure(
        .usage, "\(file.path) has no context “\(UntrustedText.printable(String(wanted ?? "")))”",
        hint: "list them with: kubectl config get-contexts")
    }
    let cluster = kubeconfig.item("clusters", named: context.setting("cluster")?.unquoted)
    guard let server = cluster?.setting("server")?.unquoted else {
      throw CommandFailure(.failure, "the context in \(file.path) has no cluster with a server")
    }
    let user = "coatcheck-\(target.account)"
    var edits: [TextEdit] = []
    if kubeconfig.item("users", named: user[...]) == nil {
      let version = await KubectlVersion.installed(variable: target.files.variable)
      guard let edit = kubeconfig.adding(lines(user, target, version), to: "users") else {
        throw notUnderstood(file)
      }
      edits.append(edit)
    }
    if let current = context.setting("user"), current.unquoted != user[...] {
      edits.append(
        TextEdit(
          offset: current.valueRange.lowerBound, removed: String(current.value),
          inserted: scalar(user)))
    } else if context.setting("user") == nil {
      throw notUnderstood(file)
    }
    return (edits.isEmpty ? [] : [.file(FileChange(file, edits))])
      + (try target.mapping(Place(String(server))))
  }

  private static func lines(
    _ user: String, _ target: SetupTarget, _ version: KubectlVersion?
  ) -> [String] {
    [
      "- name: \(scalar(user))",
      "  user:",
      "    exec:",
      "      apiVersion: \(version?.credentialVersion ?? KubectlVersion.newest)",
      "      command: \(scalar(target.program))",
      "      args:",
      "      - helper",
      "      - kubernetes",
      "      - --account",
      "      - \(scalar(target.account))",
      "      interactiveMode: Never",
      // Without it kubectl does not say for which cluster it asks.
      "      provideClusterInfo: true",
    ]
  }

  /// A text as a YAML scalar: plain, or quoted as in JSON.
  private static func scalar(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "/._-".utf8.contains($0)
    }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return isPlain && text.first?.isNumber == false ? text : "\"\(escaped)\""
  }

  private static func notUnderstood(_ file: ConfigurationFile) -> CommandFailure {
    CommandFailure(
      .failure, "\(file.path) is not written as kubectl writes it, and is left as it is",
      hint: "run: kubectl config view --raw, and put its output there")
  }
}
