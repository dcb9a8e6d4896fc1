// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The Python environment with packages of other projects, which `make test` installs.
public enum ForeignPython {
  /// The folder of this package.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  /// The interpreter.
  public static let path = root.appending(path: ".build/peers/bin/python").path()
}
