// SPDX-License-Identifier: Apache-2.0

/// The names an object has had so far, for finding duplicates.
///
/// Names fall into 64 classes by length, first and last byte. Most names are the first of their class,
/// and so are new. Otherwise few names are compared one by one, and many by hash: an attacker cannot
/// make this quadratic.
struct JSONNames {
  private var classes: UInt64 = 0
  private var many: Set<ExactName> = []

  /// Notes a name; `false` if it was there.
  ///
  /// - Parameters:
  ///   - name: The name, unescaped.
  ///   - written: The name as written between its quotation marks.
  ///   - members: The members before this one.
  mutating func insert(
    _ name: String, written: UnsafeBufferPointer<UInt8>, members: [JSONObject.Member]
  ) -> Bool {
    var mark: UInt64 = 1
    if let first = written.first, let last = written.last {
      mark = 1 << UInt64((written.count &* 7 &+ Int(first) &* 3 &+ Int(last)) & 63)
    }
    // A name written with an escape may be any other: it is in every class.
    if written.count != name.utf8.count { mark = .max }
    let isCertainlyNew = classes & mark == 0
    classes |= mark
    if members.count >= 16 {
      if many.isEmpty {
        for member in members { many.insert(ExactName(member.name)) }
      }
      return many.insert(ExactName(name)).inserted
    }
    return isCertainlyNew || !members.contains { isSame($0.name, name) }
  }
}
