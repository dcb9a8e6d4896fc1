// SPDX-License-Identifier: Apache-2.0

/// The most common passwords.
///
/// A password is weak when, after `p@ssw0rd` was read as `password`, it is
/// - one of the words below, with at most six digits or marks around it;
/// - a run along the alphabet, the digits or a row of the keyboard, in either direction, even in pieces of
///   three at least, with two more characters at most (`abc123456`, `1qaz2wsx`, `zxcvbnm1`);
/// - a short piece repeated (`ab1ab1ab1`);
/// - a date with nothing else (`19900101`, `1990-01-01`).
enum CommonPasswords {
  /// Words from published lists of leaked passwords, in small letters. Those shorter than eight characters are
  /// listed since users add digits and marks to them.
  private static let words: Set<String> = [
    "password", "passwort", "passw", "passwd", "pass", "admin", "administrator", "root", "user",
    "guest", "test", "tester", "testing", "temp", "default", "changeme", "letmein", "welcome",
    "login", "hello", "helloworld", "secret", "master", "access", "monkey", "dragon", "shadow",
    "sunshine", "princess", "football", "baseball", "superman", "batman", "trustno", "iloveyou",
    "ilove", "lovely", "loveme", "love", "woaini", "woaiwo", "woaiwojia", "wodemima", "mima",
    "mimashi", "nihao", "zhongguo", "china", "beijing", "shanghai", "woshishui", "aini", "baobao",
    "michael", "jordan", "jennifer", "charlie", "daniel", "ashley", "andrew", "jessica", "thomas",
    "killer", "hunter", "ranger", "buster", "soccer", "hockey", "george", "tigger", "summer",
    "winter", "spring", "autumn", "pepper", "ginger", "cookie", "cheese", "computer", "internet",
    "samsung", "google", "android", "iphone", "apple", "microsoft", "windows", "linux", "ubuntu",
    "oracle", "server", "system", "database", "mysql", "postgres", "pokemon", "starwars", "matrix",
    "freedom", "whatever", "flower", "qwert", "qwerty", "azerty", "qwertz", "asdf", "zxcv", "abcd",
    "abc", "aaa", "asd", "qwe", "qaz", "wsx", "weibo", "wechat", "weixin", "taobao", "alipay",
    "baidu", "tencent", "sina", "zaq", "nimda", "toor", "superuser", "public", "private",
    "january", "february", "monday", "sunday", "friday", "mustang", "corvette", "maverick",
    "phoenix", "thunder", "diamond", "silver", "golden", "orange", "banana", "chocolate",
  ]

  /// The sequences that a run is looked for in: the alphabet, digits, and rows and columns of keyboards.
  private static let rows: [[Character]] = [
    "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./",
    "!@#$%^&*()_+", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.", "qazwsxedcrfvtgbyhnujmikolp",
    "qwertzuiop", "azertyuiop", "147258369", "159753", "1q2w3e4r5t6y7u8i9o0p",
  ].map(Array.init)

  /// Digits and marks that stand for letters.
  private static let disguises: [Character: Character] = [
    "@": "a", "4": "a", "3": "e", "1": "l", "!": "i", "0": "o", "5": "s", "$": "s", "7": "t",
  ]

  /// The maximum number of digits and marks around a word of a password that is still weak.
  private static let decoration = 6

  static func contains(_ password: String) -> Bool {
    let text = Array(password.lowercased())
    return isDecoratedWord(text) || isOfRuns(text) || isRepeated(text) || isDate(text)
  }

  /// Whether it is a word with a few digits and marks around it.
  private static func isDecoratedWord(_ text: [Character]) -> Bool {
    let disguised = text.map { disguises[$0] ?? $0 }
    return isWord(text, in: text) || isWord(disguised, in: text)
  }

  private static func isWord(_ read: [Character], in text: [Character]) -> Bool {
    // A decoration is at either end; the word is what lies between.
    let most = min(decoration, text.count)
    for front in 0...most where text.prefix(front).allSatisfy({ !isLetter($0) }) {
      for back in 0...(most - front) where text.suffix(back).allSatisfy({ !isLetter($0) }) {
        guard front + back < read.count else { continue }
        if words.contains(String(read[front..<(read.count - back)])) { return true }
      }
    }
    return false
  }

  private static func isLetter(_ character: Character) -> Bool {
    !character.isASCII || character.isLetter
  }

  /// Whether it falls into pieces of three at least, each along a row, with two more characters at most.
  private static func isOfRuns(_ text: [Character]) -> Bool {
    var rest = text[...]
    var strays = 0
    while !rest.isEmpty {
      let length = longestRun(at: rest)
      if length < 3 { strays += 1 }
      guard strays <= 2 else { return false }
      rest = rest.dropFirst(length < 3 ? 1 : length)
    }
    return true
  }

  private static func longestRun(at text: ArraySlice<Character>) -> Int {
    rows.flatMap { [$0, $0.reversed()] }.map { row in
      guard let first = text.first else { return 0 }
      return row.indices.filter { row[$0] == first }.map { start in
        zip(row[start...], text).prefix { $0 == $1 }.count
      }.max() ?? 0
    }.max() ?? 0
  }

  /// Whether it is a piece of at most a third of its length, again and again.
  private static func isRepeated(_ text: [Character]) -> Bool {
    guard text.count >= 6 else { return false }
    return (1...(text.count / 3)).contains { length in
      text.indices.allSatisfy { text[$0] == text[$0 % length] }
    }
  }

  /// Whether it is a day between 1900 and 2099 and nothing else.
  private static func isDate(_ text: [Character]) -> Bool {
    let digits = text.filter { $0.isASCII && $0.isNumber }
    guard digits.count == 8, text.allSatisfy({ !isLetter($0) }), text.count <= 10 else {
      return false
    }
    return [digits, Array(digits[4...] + digits[..<4])].contains { day in
      guard let number = Int(String(day)) else { return false }
      let (year, month, date) = (number / 10_000, number / 100 % 100, number % 100)
      return (1900...2099).contains(year) && max(month, date) <= 31 && min(month, date) <= 12
        && min(month, date) >= 1
    }
  }
}
