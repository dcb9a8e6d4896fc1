// SPDX-License-Identifier: Apache-2.0

/// Why the reader stopped. Callers of the module receive it as a ``JOSEError``.
enum JSONFault: UInt8, Error {
  case end, byte, trailing, escape, surrogate, control, encoding, number, long, deep, duplicate
}

extension JOSEError {
  init(_ fault: JSONFault, at offset: Int) {
    switch fault {
    case .deep: self.init(.tooDeep, "the JSON text is nested too deeply at byte \(offset)")
    case .duplicate: self.init(.duplicateMember, "a member is named twice before byte \(offset)")
    case .long: self.init(.tooLarge, "a number is too long at byte \(offset)")
    default: self.init(.malformedJSON, "\(fault.text) at byte \(offset)")
    }
  }
}

extension JSONFault {
  var text: String {
    switch self {
    case .end: "the JSON text ends too early"
    case .trailing: "something follows the JSON value"
    case .escape: "an escape is malformed"
    case .surrogate: "half a surrogate pair"
    case .control: "a raw control character"
    case .encoding: "a string is not UTF-8"
    case .number: "a number is malformed"
    default: "unexpected byte"
    }
  }
}
