// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand
import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth

/// `kubectl` and other programs of client-go:
/// [credential plugins](https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins).
struct KubernetesHelper: CredentialHelper {
  static let name = "kubernetes"
  static let links = ["kubectl-coatcheck"]
  /// "[…] the bearer token and TLS credentials are cached until the server responds with a 401 HTTP status code or until the
  /// process exits."
  static let asksAgainAfterRejection = true

  let question: HelperQuestion
  private let version: String

  private static let versions = [
    "client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1",
  ]

  init(
    _ words: [String], input: [UInt8], variable: (String) -> String?
  ) throws(CommandFailure) {
    guard words.isEmpty else { throw CommandFailure(.usage, "kubernetes takes no words") }
    guard let text = variable("KUBERNETES_EXEC_INFO"),
      let asked = try? JSONObject(parsing: text.utf8)
    else {
      throw CommandFailure(
        .usage, "KUBERNETES_EXEC_INFO does not say for which cluster it is",
        hint: "have kubectl start this helper, with provideClusterInfo: true")
    }
    guard let version = asked["apiVersion"]?.stringValue, Self.versions.contains(version) else {
      throw CommandFailure(
        .usage, "kubectl asks in a version of client.authentication.k8s.io that is not known",
        hint: "set apiVersion: \(Self.versions[0])")
    }
    self.version = version
    let server = asked["spec"]?.objectValue?["cluster"]?.objectValue?["server"]?.stringValue
    guard let server else {
      throw CommandFailure(
        .usage, "kubectl does not say for which cluster it is",
        hint: "set provideClusterInfo: true for this user in the kubeconfig")
    }
    question = HelperQuestion(try Place(server))
  }

  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput {
    var status: JSONObject = ["token": .string(credential.token.reveal())]
    if let end = credential.end {
      status["expirationTimestamp"] = .string(end.formatted(.iso8601))
    }
    return HelperOutput([
      "apiVersion": .string(version), "kind": "ExecCredential", "status": .object(status),
    ])
  }
}
