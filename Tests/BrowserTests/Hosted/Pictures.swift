// SPDX-License-Identifier: Apache-2.0

/// Pictures for themes: PNG files within the theme.
enum Pictures {
  /// One pale color, F6E7F1.
  static let plain =
    "data:image/png;base64,"
    + "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAEUlEQVR42mP49vzjfxBmgDEAiJwPNSjTQfoA"
    + "AAAASUVORK5CYII="

  /// An arrow to the left, 70 × 40.
  static let arrow =
    "data:image/png;base64,"
    + "iVBORw0KGgoAAAANSUhEUgAAAEYAAAAoCAYAAABD0IyuAAAAUklEQVR42u3UsQ0AIAwDwayUrViFqUlPmwKJ"
    + "3Ete4ApHSJI0vp3r3IMCBQoUKFCgQIECBQoUKINhXg0MmM9gHAwcOHDgwIEDBw4cOHDgwJEkNStTyvRbDmi2"
    + "LQAAAABJRU5ErkJggg=="
}
