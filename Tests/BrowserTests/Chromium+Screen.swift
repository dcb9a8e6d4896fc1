// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Settings of Chromium's own DevTools protocol, and further WebDriver actions.
extension Chromium {
  /// The screen: its size, and whether it is touched.
  struct Screen: Sendable {
    let name: String
    let width: Int
    let height: Int
    let isTouched: Bool

    static let phone = Screen(name: "phone", width: 390, height: 844, isTouched: true)
    static let desktop = Screen(name: "desktop", width: 1280, height: 800, isTouched: false)
  }

  /// Runs a command of the DevTools protocol.
  @discardableResult
  func command(_ name: String, _ parameters: JSONObject = [:]) async throws -> JSONValue {
    try await call(
      .post, "/goog/cdp/execute", ["cmd": .string(name), "params": .object(parameters)])
  }

  /// Shows pages on another screen.
  func use(_ screen: Screen) async throws {
    try await command(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(JSONNumber(screen.width)), "height": .number(JSONNumber(screen.height)),
        "deviceScaleFactor": 1, "mobile": .bool(screen.isTouched),
      ])
    try await command(
      "Emulation.setTouchEmulationEnabled",
      ["enabled": .bool(screen.isTouched), "maxTouchPoints": 1])
  }

  /// Sets the user's preference: `light` or `dark`.
  func prefer(_ mode: String) async throws {
    try await command(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": .string(mode)]]])
  }

  /// Whether pages may run script.
  func allowScript(_ allowed: Bool) async throws {
    try await command("Emulation.setScriptExecutionDisabled", ["value": .bool(!allowed)])
  }

  /// What pages wrote to the console since the last time: errors, refused loads.
  func complaints() async throws -> [String] {
    let entries = try await call(.post, "/se/log", ["type": "browser"]).arrayValue ?? []
    return entries.compactMap { entry in
      guard let entry = entry.objectValue, entry["level"]?.stringValue == "SEVERE" else {
        return nil
      }
      return entry["message"]?.stringValue
    }
  }

  /// Waits until a script returns true.
  func wait(until script: String) async throws {
    for _ in 0..<400 {
      if try await evaluate("return !!(\(script))") == .bool(true) { return }
      try await Task.sleep(for: .milliseconds(25))
    }
    throw WebDriverError(reason: "never true: \(script)")
  }

  /// Presses keys one after the other, in the element that has the focus.
  func press(_ keys: [Key]) async throws { try await strike(keys.map(\.rawValue)) }

  /// Types into the element that has the focus.
  func typeKeys(_ text: String) async throws { try await strike(text.map { String($0) }) }

  private func strike(_ keys: [String]) async throws {
    let actions = keys.flatMap { key -> [JSONValue] in
      [
        ["type": "keyDown", "value": .string(key)], ["type": "keyUp", "value": .string(key)],
      ]
    }
    _ = try await call(
      .post, "/actions",
      ["actions": [["type": "key", "id": "keyboard", "actions": .array(actions)]]])
  }

  /// Keys without a letter. [WebDriver, normalised keys](https://www.w3.org/TR/webdriver2/#keyboard-actions)
  enum Key: String, Sendable {
    case tab = "\u{E004}"
    case enter = "\u{E007}"
    case escape = "\u{E00C}"
    case space = "\u{E00D}"
    case pageUp = "\u{E00E}"
    case pageDown = "\u{E00F}"
    case end = "\u{E010}"
    case home = "\u{E011}"
    case left = "\u{E012}"
    case up = "\u{E013}"
    case right = "\u{E014}"
    case down = "\u{E015}"
  }

  /// Moves a pointer from the middle of an element sideways, held down.
  ///
  /// - Parameters:
  ///   - pointer: `mouse` or `touch`.
  ///   - distance: In pixels of the page.
  func drag(_ selector: String, by distance: Int, pointer: String) async throws {
    let element = try await element(selector)
    var actions: [JSONValue] = [
      [
        "type": "pointerMove", "duration": 0, "x": 0, "y": 0,
        "origin": ["element-6066-11e4-a52e-4f735466cecf": .string(element)],
      ],
      ["type": "pointerDown", "button": 0],
    ]
    // A hand begins slowly, goes fast, and ends slowly.
    let steps = 12
    var gone = 0
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      let to = Int((share * share * (3 - 2 * share) * Double(distance)).rounded())
      actions.append([
        "type": "pointerMove", "duration": 25, "origin": "pointer",
        "x": .number(JSONNumber(to - gone)), "y": .number(JSONNumber(step % 3 - 1)),
      ])
      gone = to
    }
    actions.append(["type": "pointerUp", "button": 0])
    _ = try await call(
      .post, "/actions",
      [
        "actions": [
          [
            "type": "pointer", "id": .string("pointer-" + pointer),
            "parameters": ["pointerType": .string(pointer)], "actions": .array(actions),
          ]
        ]
      ])
  }
}
