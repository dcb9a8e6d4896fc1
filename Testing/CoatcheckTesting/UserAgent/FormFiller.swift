// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Fills in the form of a sign-in or consent page as a user does.
struct FormFiller: Sendable {
  let username: String
  let password: Secret
  let answer: ScriptedUserAgent.Answer

  private static let names = ["sub", "user", "login", "email", "mail", "account", "identifier"]
  private static let denials = ["deny", "reject", "decline", "refuse"]
  private static let leaving = ["cancel"] + denials
  private static let approvals = [
    "allow", "authorize", "authorise", "accept", "approve", "continue", "sign in", "sign-in",
    "log in", "login", "submit", "next", "yes",
  ]

  /// The form to send and its parameters; nil if no form can be sent.
  func choose(among forms: [HTMLForm]) -> (HTMLForm, Parameters)? {
    let form =
      forms.first { $0.fields.contains { $0.type == "password" } }
      ?? forms.first { !$0.submits.isEmpty } ?? forms.first
    guard let form else { return nil }
    var sent = Parameters()
    for field in filled(form.fields) {
      if let value = field.value { sent[field.name] = value }
    }
    if let submit = button(of: form), let name = submit.name { sent[name] = submit.value }
    return (form, sent)
  }

  private func filled(_ fields: [HTMLForm.Field]) -> [HTMLForm.Field] {
    var fields = fields
    let typed = fields.indices.filter {
      ["text", "email", "search", "tel"].contains(fields[$0].type)
    }
    let whose =
      typed.first { index in Self.names.contains { fields[index].name.lowercased().contains($0) } }
      ?? typed.first { fields[$0].value?.isEmpty != false }
    if let whose { fields[whose].value = username }
    for index in fields.indices where fields[index].type == "password" {
      fields[index].value = password.reveal()
    }
    return fields
  }

  private func button(of form: HTMLForm) -> HTMLForm.Submit? {
    switch answer {
    case .cancel:
      if let button = find(Self.leaving, in: form) { return button }
    case .deny:
      if let button = find(Self.denials, in: form) { return button }
    case .allow: break
    }
    let first = form.submits.first
    if let first, says(first, Self.approvals) || !says(first, Self.leaving) { return first }
    return find(Self.approvals, in: form) ?? first
  }

  private func find(_ words: [String], in form: HTMLForm) -> HTMLForm.Submit? {
    form.submits.first { says($0, words) }
  }

  private func says(_ button: HTMLForm.Submit, _ words: [String]) -> Bool {
    let said = [button.text, button.value, button.name ?? ""].map { $0.lowercased() }
    return words.contains { word in said.contains { $0.contains(word) } }
  }
}
