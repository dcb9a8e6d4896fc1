// SPDX-License-Identifier: Apache-2.0
import TestKit

extension Folder {
  /// The names of files that were set aside as damaged.
  static func damaged(in path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".damaged") }
  }
}
