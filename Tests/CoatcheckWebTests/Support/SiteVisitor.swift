// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

/// A user with a browser, at the website.
struct SiteVisitor: Sendable {
  let world: World
  let user: TestUser
  let browser: TestBrowser
  private let agent: ScriptedUserAgent

  init(world: World, user: TestUser, cookies: CookieJar = CookieJar()) {
    self.world = world
    self.user = user
    browser = TestBrowser(transport: world.site.transport, cookies: cookies)
    agent = ScriptedUserAgent(
      username: user.username, password: user.password, transport: world.site.transport,
      cookies: cookies)
  }

  /// The same browser, used by another user.
  func handed(to user: TestUser) -> SiteVisitor {
    SiteVisitor(world: world, user: user, cookies: browser.cookies)
  }

  var origin: String { world.site.origin }
  private var host: String {
    String(origin.drop { $0 != "/" }.dropFirst(2).prefix { $0 != ":" })
  }

  /// The names of the cookies of the website.
  var cookies: [String] {
    browser.cookies.names(host: host).filter { $0.hasPrefix("__Host-coatcheck") }
  }
  static let session = "__Host-coatcheck"
  func cookie(_ name: String = Self.session) -> String? { browser.cookies.value(name, host: host) }
  func set(_ name: String = Self.session, to value: String?) {
    browser.cookies.set(name, to: value, host: host)
  }

  /// The header fields of a browser that opens a page.
  static let navigation: HTTPFields = fields([
    "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "same-origin",
    "Accept": "text/html",
  ])
  static let script: HTTPFields = fields([
    "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "same-origin",
    "Accept": "*/*",
  ])

  static func fields(_ pairs: KeyValuePairs<String, String>) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in pairs {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    return fields
  }

  /// Opens a page of the site, without following redirects.
  func open(
    _ path: String, _ fields: HTTPFields = SiteVisitor.navigation, node: Int? = nil
  ) async throws -> TestBrowser.Page {
    var fields = fields
    if let node { fields += Self.fields(["X-Node": "\(node)"]) }
    return try await browser.get(path.hasPrefix("/") ? origin + path : path, fields: fields)
  }

  func post(
    _ path: String, _ form: Parameters = [:], _ fields: HTTPFields = SiteVisitor.navigation,
    node: Int? = nil
  ) async throws -> TestBrowser.Page {
    var fields = fields
    if let node { fields += Self.fields(["X-Node": "\(node)"]) }
    return try await browser.post(origin + path, form, fields: fields)
  }

  /// Begins a sign-in, and fills in the provider's pages.
  ///
  /// - Returns: The address of the callback, which is not opened yet.
  func callback(
    to path: String = "/albums", at provider: String = "work", node: Int? = nil
  ) async throws -> String {
    try await callback(opening: "/auth/login?provider=\(provider)&return_to=\(path)", node: node)
  }

  func callback(opening login: String, node: Int? = nil) async throws -> String {
    let begun = try await open(login, node: node)
    let location = try #require(begun.location, "\(begun.status) \(begun.text)")
    return try await answer(at: location)
  }

  /// Fills in the provider's pages.
  ///
  /// - Returns: The address of the callback, which is not opened yet.
  func answer(at location: String) async throws -> String {
    try await agent.authorize(at: try #require(URL(string: location)))
  }

  /// Signs the user in.
  ///
  /// - Returns: The response to the callback.
  @discardableResult
  func signIn(
    to path: String = "/albums", at provider: String = "work"
  ) async throws -> TestBrowser.Page {
    try await open(callback(to: path, at: provider))
  }

  /// Whether the user is signed in at the site.
  func isSignedIn(node: Int? = nil) async throws -> Bool {
    let page = try await open("/albums", node: node)
    return page.status == 200 && page.text == "Albums of \(user.id)"
  }
}

extension SiteVisitor {
  /// Signs the user out of the site, by one of its pages.
  func signOut() async throws {
    let page = try await post("/auth/logout")
    #expect(page.status == 303, "\(page.text)")
  }

  /// The form by which the provider's page posts the authorization response.
  func formOfProvider(at location: String) async throws -> Parameters {
    var page = try await browser.get(location)
    for _ in 0..<20 {
      if let form = page.forms.first(where: { form in form.fields.contains { $0.name == "code" } })
      {
        return form.parameters
      }
      if let next = page.location {
        page = try await browser.get(next)
        continue
      }
      let form = try #require(page.forms.first, "\(page.text)")
      var sent = Parameters()
      for field in form.fields {
        sent[field.name] = field.type == "password" ? user.password.reveal() : field.value
        if field.type == "text" { sent[field.name] = user.username }
      }
      if let button = form.submits.first, let name = button.name { sent[name] = button.value }
      let address = URL(string: form.action, relativeTo: URL(string: page.url))?.absoluteString
      page = try await browser.post(address ?? page.url, sent)
    }
    throw OAuthError.unreadable(.callbackMalformed, "The provider posts no form.")
  }
}

extension TestBrowser.Page {
  /// The query parameters of the redirect.
  var request: Parameters {
    get throws {
      let address = try #require(location, "\(status) \(text)")
      let mark = try #require(address.firstIndex(of: "?"), "\(address)")
      return try Parameters(decoding: address[address.index(after: mark)...])
    }
  }
}
