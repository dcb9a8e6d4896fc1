// SPDX-License-Identifier: Apache-2.0

/// Finds the forms of an HTML page.
///
/// It parses tags and attributes as browsers do where it matters for forms (any quoting, any letter case,
/// entities, fields outside sections) and ignores scripts and styles.
public enum HTMLForms {
  /// The forms of a page, in order.
  ///
  /// - Parameter html: The HTML text of the page.
  public static func parse(_ html: String) -> [HTMLForm] {
    var reader = Reader()
    var tags = HTMLTags(html)
    while let token = tags.next() { reader.take(token) }
    reader.finish()
    return reader.forms
  }

  private struct Reader {
    var forms: [HTMLForm] = []
    private var open: (action: String, method: String)?
    private var fields: [HTMLForm.Field] = []
    private var submits: [HTMLForm.Submit] = []
    private var button: (attributes: [String: String], text: String)?

    mutating func take(_ token: HTMLTags.Token) {
      switch token {
      case .text(let text): button?.text += text
      case .open("form", let attributes):
        finish()
        open = (attributes["action"] ?? "", (attributes["method"] ?? "get").uppercased())
      case .open("input", let attributes): input(attributes)
      case .open("textarea", let attributes), .open("select", let attributes):
        if let name = attributes["name"] {
          fields.append(HTMLForm.Field(name: name, type: "text", value: ""))
        }
      case .open("button", let attributes): button = (attributes, "")
      case .close("button"): endButton()
      case .close("form"): finish()
      case .open, .close: break
      }
    }

    mutating func finish() {
      endButton()
      if let open {
        forms.append(
          HTMLForm(action: open.action, method: open.method, fields: fields, submits: submits))
      }
      (open, fields, submits) = (nil, [], [])
    }

    private mutating func input(_ attributes: [String: String]) {
      let type = (attributes["type"] ?? "text").lowercased()
      let value = attributes["value"] ?? ""
      switch type {
      case "submit", "image":
        submits.append(HTMLForm.Submit(name: attributes["name"], value: value, text: value))
      case "button", "reset", "file": break
      case "checkbox", "radio":
        guard let name = attributes["name"] else { return }
        let ticked = attributes["checked"] != nil
        fields.append(
          HTMLForm.Field(
            name: name, type: type, value: ticked ? (attributes["value"] ?? "on") : nil))
      default:
        guard let name = attributes["name"] else { return }
        fields.append(HTMLForm.Field(name: name, type: type, value: value))
      }
    }

    private mutating func endButton() {
      guard let (attributes, text) = button else { return }
      button = nil
      guard (attributes["type"] ?? "submit").lowercased() == "submit" else { return }
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      submits.append(
        HTMLForm.Submit(name: attributes["name"], value: attributes["value"] ?? "", text: words))
    }
  }
}
