// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Secrets stand in the file itself, or in a file of their own that only its owner reads.
extension SeedReader {
  /// The secret in a member, or in the file that the member of the same name and `File` names; nil when neither is
  /// there.
  func optionalSecret(_ name: String) throws -> Secret? {
    let member = name + "File"
    guard let path = try optionalString(member) else {
      return try optionalString(name).map(Secret.init)
    }
    guard value(name) == nil else { throw error(member, "is there, and \(name) as well") }
    do throws(SecretFileError) {
      return Secret(try SecretFile.text(at: located(path)))
    } catch {
      throw self.error(member, error.reason)
    }
  }

  /// The secret in a member, or in a file.
  ///
  /// - Throws: ``SeedError`` when neither is there.
  func secret(_ name: String) throws -> Secret {
    guard let secret = try optionalSecret(name) else { throw error(name, "is missing") }
    return secret
  }

  /// A path in the file; a relative one begins at the folder of the file.
  func located(_ path: String) -> String {
    guard let folder, !path.hasPrefix("/") else { return path }
    return folder + "/" + path
  }
}
