// SPDX-License-Identifier: Apache-2.0

extension QRCode {
  /// The code as lines of text for a terminal, with two rows of modules in each line.
  ///
  /// Light modules are drawn and dark ones left out, with a border of light ones, so that the code can
  /// be read on a dark background; the colors are set, so that it can be read on a light one as well.
  ///
  /// - Parameter usesColour: Whether the terminal understands the sequences that set colors; without
  ///   them the background has to be dark.
  package func lines(usesColour: Bool) -> [String] {
    let border = 2
    return stride(from: -border, to: size + border, by: 2).map { row in
      let blocks = (-border..<(size + border)).map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (false, false): "\u{2588}"
        case (false, true): "\u{2580}"
        case (true, false): "\u{2584}"
        case (true, true): " "
        }
      }.joined()
      return usesColour ? "\u{1B}[97;40m\(blocks)\u{1B}[0m" : blocks
    }
  }

  /// The code as a picture in the format PBM, with the border that the specification wants.
  ///
  /// - Parameter scale: How many dots a module is wide.
  package func pbm(scale: Int) -> String {
    let all = size + 8
    let rows = (0..<(all * scale)).map { row in
      (0..<(all * scale)).map { column in
        isDark(row / scale - 4, column / scale - 4) ? "1" : "0"
      }.joined(separator: " ")
    }
    return "P1\n\(all * scale) \(all * scale)\n" + rows.joined(separator: "\n") + "\n"
  }
}
