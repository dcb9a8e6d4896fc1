// SPDX-License-Identifier: Apache-2.0

/// A form of an HTML page: what is needed to fill it in.
public struct HTMLForm: Sendable, Equatable {
  /// A field with its current value.
  public struct Field: Sendable, Equatable {
    /// The name of its parameter.
    public let name: String
    /// The type in lower case: `text`, `password`, `hidden`, …
    public let type: String
    /// The value; nil for a checkbox or radio button that is not checked.
    public var value: String?
  }

  /// A button that sends the form.
  public struct Submit: Sendable, Equatable {
    /// The name of its parameter; nil if it has none.
    public let name: String?
    /// The value of its parameter.
    public let value: String
    /// The label.
    public let text: String
  }

  /// The address that the form is sent to, as written; empty for the address of the page.
  public let action: String
  /// `GET` or `POST`.
  public let method: String
  /// The fields, in order.
  public var fields: [Field]
  /// The buttons, in order.
  public let submits: [Submit]
}
