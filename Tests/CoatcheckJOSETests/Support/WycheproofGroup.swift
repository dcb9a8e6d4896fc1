// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// The expected results of one group of a Wycheproof file, and the reason for differences from the file.
struct WycheproofGroup: Sendable, CustomTestStringConvertible {
  let name: String
  let accepted: Int
  let refused: Int
  /// The number of tokens that Wycheproof calls valid and that are refused here.
  var differences = 0
  /// The number of tokens that Wycheproof calls invalid and whose bytes are those of a valid one: the
  /// padding
  /// that their comment describes is not in the file.
  var twins = 0
  var reason = ""
  /// The position in the file.
  private(set) var index = 0

  var testDescription: String { "\(index) \(name)" }

  init(
    _ name: String, accepted: Int = 0, refused: Int = 0, differences: Int = 0, twins: Int = 0,
    reason: String = ""
  ) {
    (self.name, self.accepted, self.refused) = (name, accepted, refused)
    (self.differences, self.twins, self.reason) = (differences, twins, reason)
  }

  /// The groups with their positions.
  static func numbered(_ groups: [WycheproofGroup]) -> [WycheproofGroup] {
    groups.enumerated().map { index, group in
      var group = group
      group.index = index
      return group
    }
  }

  /// Checks that the group of a file has these numbers.
  ///
  /// - Parameters:
  ///   - file: The groups of the file.
  ///   - member: The member of a vector that holds the token.
  ///   - accepts: Whether a token of the group is accepted.
  func check(
    _ file: [JSONObject], _ member: String,
    accepts: (_ token: String, _ vector: JSONObject, _ group: JSONObject) throws -> Bool
  ) throws {
    let group = file[index]
    #expect(try group.text("comment") == name)
    let vectors = try group.objects("tests")
    let valid = Set(
      try vectors.filter { try $0.text("result") == "valid" }.map { try $0.text(member) })
    var found = (accepted: 0, refused: 0, differences: 0, twins: 0)
    for vector in vectors {
      let token = try vector.text(member)
      let isValid = try vector.text("result") == "valid"
      if try accepts(token, vector, group) {
        found.accepted += 1
        if !isValid { found.twins += 1 }
        let comment = try vector.text("comment")
        #expect(valid.contains(token), "accepted: \(comment)")
      } else {
        found.refused += 1
        if isValid { found.differences += 1 }
      }
    }
    #expect(found == (accepted, refused, differences, twins))
    #expect((differences == 0) == reason.isEmpty)
  }
}
