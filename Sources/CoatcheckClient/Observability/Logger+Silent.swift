// SPDX-License-Identifier: Apache-2.0

public import Logging

extension Logger {
  /// A logger that drops everything: the default of the library.
  public static let silent = Logger(label: "coatcheck") { _ in SwiftLogNoOpLogHandler() }
}
