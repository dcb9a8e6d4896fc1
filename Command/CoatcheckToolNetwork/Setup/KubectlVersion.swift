// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// Which kubectl is installed.
struct KubectlVersion: Sendable, Equatable {
  /// The second number of its version.
  let minor: Int

  /// The newest version of the protocol for credentials.
  static let newest = "client.authentication.k8s.io/v1"
  /// The one before, which all versions know.
  static let older = "client.authentication.k8s.io/v1beta1"

  /// Asks the kubectl in the `PATH`; nil when it is not there, or does not say.
  static func installed(variable: (String) -> String?) async -> KubectlVersion? {
    guard let kubectl = ProgramPath.find("kubectl", variable: variable),
      let text = await ProgramOutput.of(kubectl, ["version", "--client", "--output=json"]),
      let version = (try? JSONObject(parsing: Array(text.utf8)))?["clientVersion"]?.objectValue,
      let minor = version["minor"]?.stringValue.flatMap({ Int($0.prefix { $0.isNumber }) })
    else { return nil }
    return KubectlVersion(minor: minor)
  }

  /// Which version of the protocol it knows: v1 since 1.22.
  var credentialVersion: String { minor < 22 ? Self.older : Self.newest }
}
