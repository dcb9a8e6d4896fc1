// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import TestKit

@Suite("A WSKey signature")
struct WSKeySignatureTests {
  /// A request and its known signature. All but V6 have the timestamp 1386264196.
  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let method: HTTPRequest.Method
    let url: String
    let signature: String
    var testDescription: String { name }

    init(_ name: String, method: HTTPRequest.Method = .get, _ url: String, _ signature: String) {
      self.name = name
      self.method = method
      self.url = url
      self.signature = signature
    }
  }

  static let vectors = [
    Vector(
      "V1: two parameters out of order",
      "https://worldcat.org/circ/availability/sru/service?x-registryId=91475&query=no:+ocm42692282",
      "iuWyElIi0pvb2ahNyzDK1kRj+qE0Wr4eCRwPrLhwXcI="),
    Vector(
      "V2: the principal in the address",
      "https://worldcat.org/bib/data/823520553?classificationScheme=LibraryOfCongress"
        + "&holdingLibraryCode=MAIN&principalID=201571dd-b197-42e1-bd36-9fea404a864d"
        + "&principalIDNS=urn:oclc:wms:da",
      "/6o6Of9SZDPPQG7gIi6Qpbf4xqvQQ7lHK06EMiAZ6o0="),
    Vector(
      "V3: the principal in the field only",
      "https://worldcat.org/bib/data/823520553?classificationScheme=LibraryOfCongress"
        + "&holdingLibraryCode=MAIN",
      "1IHjKiIqrvg6bw/OJ6LzxMSrQDuaY+F0qMioo09fBII="),
    Vector(
      "V4: no query", "https://128807.share.worldcat.org/ncip/circ-patron",
      "zzKvqg051OgLuTcE8HqPUjF1TaHyBk+iUnfBr9xMngY="),
    Vector(
      "V5: a repeated parameter",
      "https://beta.worldcat.org/discovery/bib/search?q=wittgenstein+reader&facets=author%3A10"
        + "&facets=inLanguage%3A10",
      "VoG1j6XSPPbwUbUiFY8eCx2/7JyqGWGTtZDwA+y7A4w="),
    Vector(
      "C1: client credentials", method: .post,
      "https://authn.sd00.worldcat.org/oauth2/accessToken?grant_type=client_credentials"
        + "&authenticatingInstitutionId=128807&contextInstitutionId=91475"
        + "&scope=WMS_Availability%20WMS_NCIP",
      "Ee5tcHv9nWBh1g4mWZzMTrGvA2w3S0k6hNr30pBX2Cg="),
    Vector(
      "C2: a refresh", method: .post,
      "https://authn.sd00.worldcat.org/oauth2/accessToken?grant_type=refresh_token"
        + "&refresh_token=rt_dummy",
      "CSfY5OkzU7HveuspcRTKymV0OIUKOk5B2jZKrU/QDYo="),
    Vector(
      "C3: a code", method: .post,
      "https://authn.sd00.worldcat.org/oauth2/accessToken?grant_type=authorization_code"
        + "&code=unknown&authenticatingInstitutionId=128807&contextInstitutionId=128808"
        + "&redirect_uri=ncip%3A%2F%2Ftestapp",
      "oyKpSJXTZQLihjBZE9sxlhoDZOzYQCVUsWaExuKazcI="),
    Vector(
      "C4: marks that other encodings leave alone",
      "http://www.tallgeorge.com?q=%3A%21%27%28%29%2A%20harry%20potter~tilde",
      "C/c3Qp+jbxwaQZCbAuk87AHiiCYqkK54Yxaw0+94R+k="),
  ]

  static let signer = WSKeySigner(clientID: "api-key", secret: Secret("api-key-secret"))
  static let time = 1_386_264_196
  static let nonce = "as7shfn3"

  /// A request for a URL, which may have no path or the scheme `http`.
  static func request(_ method: HTTPRequest.Method, _ url: String) -> HTTPRequest {
    let parts = url.components(separatedBy: "://")
    let end = parts[1].firstIndex { "/?".contains($0) } ?? parts[1].endIndex
    return HTTPRequest(
      method: method, scheme: parts[0], authority: String(parts[1][..<end]),
      path: String(parts[1][end...]))
  }

  static func signature(in field: String) -> String? {
    field.components(separatedBy: "signature=\"").dropFirst().first?
      .components(separatedBy: "\"").first
  }

  @Test("equals the known signature of the vector", arguments: vectors)
  func known(_ vector: Vector) throws {
    let field = try Self.signer.field(
      for: Self.request(vector.method, vector.url), timestamp: Self.time, nonce: Self.nonce)
    #expect(
      field
        == "http://www.worldcat.org/wskey/v2/hmac/v1 clientId=\"api-key\", timestamp=\"1386264196\","
        + " nonce=\"as7shfn3\", signature=\"\(vector.signature)\"")
  }

  @Test("V6: equals the known signature with another key")
  func otherKey() throws {
    let field = try WSKeySigner(clientID: "test", secret: Secret("secret")).field(
      for: Self.request(.get, "http://www.oclc.org/test"), timestamp: 1_386_968_102,
      nonce: "2382dbb7")
    #expect(Self.signature(in: field) == "y0avD+LN2+UwehWjnezKgtECVcpD6a9ff7HBldQfKUQ=")
  }

  @Test("names the principal in the field, unsigned, unless the address does")
  func principal() throws {
    let principal = try WSKeyPrincipal(
      id: "201571dd-b197-42e1-bd36-9fea404a864d", namespace: "urn:oclc:wms:da")
    func field(_ vector: Vector) throws -> String {
      try Self.signer.field(
        for: Self.request(vector.method, vector.url), principal: principal, timestamp: Self.time,
        nonce: Self.nonce)
    }
    let apart = try field(Self.vectors[2])
    #expect(
      apart.hasSuffix(
        "\(Self.vectors[2].signature)\", "
          + "principalID=\"201571dd-b197-42e1-bd36-9fea404a864d\", principalIDNS=\"urn:oclc:wms:da\""
      ))
    #expect(try field(Self.vectors[1]).hasSuffix("signature=\"\(Self.vectors[1].signature)\""))
  }

  @Test(
    "is the same for every encoding of a query",
    arguments: [
      ("a", "a="), ("a&b", "b=&a="), ("a=1&&b=2", "a=1&b=2"), ("&a=1&", "a=1"),
      ("a=b=c", "a=b%3Dc"), ("a=1+2", "a=1%202"), ("a=%7e", "a=~"), ("a=%c3%a9", "a=%C3%A9"),
      ("b=1&a=2", "a=2&b=1"), ("a=2&a=1", "a=1&a=2"), ("a-b=1&a=2", "a=2&a-b=1"),
      ("a=1#b=2", "a=1"), ("", ""),
    ])
  func writings(_ one: String, _ other: String) throws {
    func signature(_ query: String) throws -> String? {
      Self.signature(
        in: try Self.signer.field(
          for: Self.request(.get, "https://worldcat.org/x?" + query), timestamp: Self.time,
          nonce: Self.nonce))
    }
    #expect(try signature(one) == signature(other))
    #expect(try signature("a=" + one) != signature("b=" + other))
  }

  @Test("equals that of an independent implementation, for 1,000 random requests")
  func independent() throws {
    var random = SplitMix64(seed: 386_264_196)
    for round in 0..<1000 {
      let request = Self.random(&random)
      let key = "key-\(UInt32.random(in: .min ... .max, using: &random))"
      let secret = Self.text(&random, upTo: 80) + "s"
      let time = Int.random(in: 0...4_000_000_000, using: &random)
      let nonce = "n\(UInt64.random(in: .min ... .max, using: &random))"
      let field = try WSKeySigner(clientID: key, secret: Secret(secret)).field(
        for: request, timestamp: time, nonce: nonce)
      let naive = NaiveWSKey(key: key, secret: secret, time: time, nonce: nonce)
      #expect(
        Self.signature(in: field) == naive.signature(of: request),
        "round \(round): \(request.method) \(request.path ?? "")")
    }
  }

  /// A random request: any method and path, and up to nine parameters, which may be raw, encoded in either
  /// case, empty, or without a `=`.
  private static func random(_ random: inout SplitMix64) -> HTTPRequest {
    let method = [HTTPRequest.Method.get, .post, .put, .delete, .patch].randomElement(
      using: &random)
    let count = Int.random(in: 0...9, using: &random)
    // Some names have a common prefix: `-` sorts before the `=` that follows the shorter name.
    let names = ["a", "a-b", "A", "a."] + (0...3).map { _ in text(&random, upTo: 6) + "x" }
    let pieces = (0..<count).map { _ -> String in
      let name = written(names.randomElement(using: &random) ?? "x", &random)
      switch Int.random(in: 0...9, using: &random) {
      case 0: return name
      case 1: return name + "="
      default: return name + "=" + written(text(&random, upTo: 12), &random)
      }
    }
    let path = "/bib/data/\(Int.random(in: 1...999_999, using: &random))"
    return HTTPRequest(
      method: method ?? .get, scheme: "https", authority: "worldcat.org",
      path: pieces.isEmpty ? path : path + "?" + pieces.joined(separator: "&"))
  }

  private static let characters = Array("abcXYZ019-._~ +*!'():/?#[]@&=%$,;\"<>\\^`{|}é漢😀\u{7F}\n")

  private static func text(_ random: inout SplitMix64, upTo length: Int) -> String {
    String(
      (0..<Int.random(in: 0...length, using: &random)).compactMap { _ in
        characters.randomElement(using: &random)
      })
  }

  /// A random encoding of a text in a query.
  private static func written(_ text: String, _ random: inout SplitMix64) -> String {
    text.utf8.map { byte -> String in
      let character = Character(UnicodeScalar(byte))
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      let mayStay = isPlain || "-._~*!'():/@,;$".contains(character)
      if byte < 0x80, mayStay, Int.random(in: 0...3, using: &random) > 0 {
        return String(character)
      }
      if byte == 0x20, Bool.random(using: &random) { return "+" }
      let hex = String(byte, radix: 16)
      let two = hex.count == 1 ? "0" + hex : hex
      return "%" + (Bool.random(using: &random) ? two.uppercased() : two)
    }.joined()
  }

  private static let python = "/usr/bin/python3"

  @Test(
    "equals that of Python's hmac",
    .enabled(if: FileManager.default.isExecutableFile(atPath: python)))
  func pythons() throws {
    let program = """
      import base64, hashlib, hmac, sys, urllib.parse
      for line in sys.argv[1:]:
          method, url = line.split(" ", 1)
          pairs = urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query, keep_blank_values=True)
          quoted = sorted((urllib.parse.quote(n, safe="~"), urllib.parse.quote(v, safe="~")) for n, v in pairs)
          text = "\\n".join(["api-key", "1386264196", "as7shfn3", "", method, "www.oclc.org", "443", "/wskey"]
              + [n + "=" + v for n, v in quoted]) + "\\n"
          print(base64.b64encode(hmac.new(b"api-key-secret", text.encode(), hashlib.sha256).digest()).decode())
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = ["-c", program] + Self.vectors.map { "\($0.method.rawValue) \($0.url)" }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines == Self.vectors.map(\.signature))
  }

  @Test("is made with the time and a fresh nonce of 128 bits")
  func timeAndNonce() throws {
    var environment = RuntimeEnvironment.live
    environment.now = { Date(timeIntervalSince1970: 1_386_264_196.9) }
    environment.random = { count in (0..<count).map { UInt8(($0 + 250) & 255) } }
    var request = Self.request(.get, Self.vectors[0].url)
    try Self.signer.sign(&request, environment: environment)
    let field = try #require(request.headerFields[.authorization])
    #expect(
      field.contains(" timestamp=\"1386264196\", nonce=\"fafbfcfdfeff00010203040506070809\","))

    var nonces: Set<String> = []
    for _ in 0..<1000 {
      try Self.signer.sign(&request, environment: .live)
      let field = request.headerFields[.authorization] ?? ""
      let nonce = field.components(separatedBy: "nonce=\"")[1].prefix { $0 != "\"" }
      #expect(nonce.count == 32)
      nonces.insert(String(nonce))
    }
    #expect(nonces.count == 1000)
  }

  @Test(
    "is not made with a value that is invalid in a quoted string",
    arguments: [
      ("a\"b", "secret", "client_id"), ("", "secret", "client_id"), ("a\nb", "secret", "client_id"),
      ("é", "secret", "client_id"), ("a\\", "secret", "client_id"), ("key", "", "client_secret"),
    ])
  func refused(_ key: String, _ secret: String, _ parameter: String) {
    var request = Self.request(.get, "https://worldcat.org/")
    let error = #expect(throws: OAuthError.self) {
      try WSKeySigner(clientID: key, secret: Secret(secret)).sign(&request, environment: .live)
    }
    #expect(error?.outcome == .misused)
    #expect(error?.parameter == parameter)
    #expect(request.headerFields[.authorization] == nil)
  }

  @Test(
    "is not made for an incomplete principal, nor for a malformed query")
  func halves() {
    for (id, namespace, parameter) in [
      ("", "urn:x", "principalID"), ("u", "", "principalIDNS"), ("u\"", "urn:x", "principalID"),
      ("u", "urn:\r\n", "principalIDNS"),
    ] {
      let error = #expect(throws: OAuthError.self) {
        try WSKeyPrincipal(id: id, namespace: namespace)
      }
      #expect(error?.parameter == parameter)
    }
    for query in ["a=%", "a=%4", "a=%zz", "%=1"] {
      let error = #expect(throws: OAuthError.self) {
        try Self.signer.field(
          for: Self.request(.get, "https://worldcat.org/?" + query), timestamp: 1, nonce: "n")
      }
      #expect(error?.parameter == "request")
    }
  }
}
