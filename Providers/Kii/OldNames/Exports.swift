// SPDX-License-Identifier: Apache-2.0

// The sites of Kii Cloud, from the new library: arguments of `Kii.begin`.
@_exported public import enum CoatcheckKii.KiiSite
