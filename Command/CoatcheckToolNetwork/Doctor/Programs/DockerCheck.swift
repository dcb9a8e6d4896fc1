// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// docker's credential helpers.
enum DockerCheck: DoctorCheck {
  static let name = "docker"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    let path = try subject.files.path(in: "DOCKER_CONFIG", orHome: ".docker") + "/config.json"
    guard let file = try? ConfigurationFile(path), let text = file.text else { return [] }
    guard let json = try? JSONObject(parsing: Array(text.utf8)) else {
      return [.failed(name, "\(path) is no JSON object", "mend it, or remove it")]
    }
    let helpers = json["credHelpers"]?.objectValue
    let hosts = helpers?.names.filter { helpers?[$0]?.stringValue == "coatcheck" } ?? []
    let isStore = json["credsStore"]?.stringValue == "coatcheck"
    guard !hosts.isEmpty || isStore else { return [] }
    var findings = hosts.compactMap { subject.trouble(name, address: $0) }
    if ProgramPath.find("docker-credential-coatcheck", variable: subject.context.variable) == nil {
      findings.append(
        .failed(
          name, "there is no docker-credential-coatcheck in PATH",
          "make it a link to coatcheck in a folder of PATH"))
    }
    if isStore {
      findings.append(
        .warning(
          name,
          "credsStore is read by docker alone, and keeps what “docker login” asks for nowhere",
          "name each registry in credHelpers: coatcheck setup docker REGISTRY"))
    }
    return findings.isEmpty ? [.ok(name, "asks coatcheck")] : findings
  }
}
