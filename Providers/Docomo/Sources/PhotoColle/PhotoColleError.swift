// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation

/// Why a call of PhotoColle failed.
public enum PhotoColleError: Error, Sendable, Equatable {
  /// PhotoColle refused the call.
  ///
  /// - Parameters:
  ///   - code: The number of the reason.
  ///   - parameter: The parameter at fault; nil when the response does not name one.
  ///   - value: The value that PhotoColle read from this parameter; nil when the response has none.
  case application(PhotoColleCode, parameter: String?, value: String?)
  /// PhotoColle refused an upload, for these reasons.
  case upload([PhotoColleUploadFault])
  /// The access token has expired. It is not refreshed automatically, and the stored session is not changed:
  /// call `Session.refresh()` and try again.
  case tokenExpired
  /// The response has another HTTP status than 200.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - reasonPhrase: The reason phrase beside the status code.
  ///   - body: The first 64 KiB of the response: untrusted text.
  case http(status: Int, reasonPhrase: String, body: Data)
  /// The response cannot be read. `member` is the member at fault; its value is not part of the error.
  case unreadable(member: String)
  /// No response of PhotoColle was received: an argument is invalid (`misused`, naming it), the session has
  /// ended or cannot be refreshed now, or the network failed.
  case session(OAuthError)
}

extension PhotoColleError: CustomStringConvertible {
  /// One line, safe to log: no body and no value.
  public var description: String {
    switch self {
    case .application(let code, let parameter, _):
      "PhotoColle refused (\(code))" + (parameter.map { " [parameter \($0.prefix(60))]" } ?? "")
    case .upload(let faults):
      "PhotoColle refused the upload: "
        + faults.map { "\($0.item.prefix(60)) (\($0.code))" }.joined(separator: ", ")
    case .tokenExpired: "PhotoColle says that the access token is no longer good."
    case .http(let status, _, _): "PhotoColle answered with the status \(status)."
    case .unreadable(let member): "PhotoColle's response cannot be read [member \(member)]"
    case .session(let error): error.description
    }
  }
}

/// One reason for which PhotoColle refused an upload.
public struct PhotoColleUploadFault: Sendable, Hashable {
  /// The number of the reason.
  public let code: PhotoColleCode
  /// The part of the form that is at fault, such as `title` or `file`.
  public let item: String

  /// Creates a reason.
  ///
  /// - Parameters:
  ///   - code: The number of the reason.
  ///   - item: The part of the form that is at fault, such as `title` or `file`.
  public init(code: PhotoColleCode, item: String) {
    self.code = code
    self.item = item
  }
}

/// The number of a PhotoColle error. Numbers that are not documented are kept as they are.
public struct PhotoColleCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The number.
  public let rawValue: Int

  /// Creates a code from any number, documented or not.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A parameter has an invalid value.
  public static let parameter = Self(rawValue: 100)
  /// There is no such content.
  public static let targetNotFound = Self(rawValue: 101)
  /// PhotoColle did not finish the request in time.
  public static let timeout = Self(rawValue: 110)
  /// Nothing matches the request.
  public static let noResults = Self(rawValue: 113)
  /// PhotoColle failed internally.
  public static let server = Self(rawValue: 900)
  /// The content exists already.
  public static let duplicated = Self(rawValue: 1101)
  /// The storage is full.
  public static let capacityOver = Self(rawValue: 1102)
  /// PhotoColle cannot determine the free storage.
  public static let freeSpaceUnavailable = Self(rawValue: 1103)
  /// PhotoColle cannot determine the size of the storage.
  public static let maximumSpaceUnavailable = Self(rawValue: 1104)
  /// The contents do not exist.
  public static let contentsNotFound = Self(rawValue: 1105)
  /// A required part of the form is missing.
  public static let mandatoryMissing = Self(rawValue: 1110)
  /// A part of the form has an invalid size.
  public static let sizeUnmatched = Self(rawValue: 1111)
  /// A part of the form has the wrong type.
  public static let typeUnmatched = Self(rawValue: 1112)
  /// A part of the form has an invalid value.
  public static let valueInvalid = Self(rawValue: 1113)

  /// The number as text.
  public var description: String { "\(rawValue)" }
}
