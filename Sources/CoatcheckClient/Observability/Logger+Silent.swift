// SPDX-License-Identifier: Apache-2.0

public import Logging

extension Logger {
  /// A logger that drops everything: what a library uses until it is told otherwise.
  public static let silent = Logger(label: "coatcheck") { _ in SwiftLogNoOpLogHandler() }
}
