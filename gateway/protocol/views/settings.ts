// The settings as the app shows them, and what a self-check found. Plain JSON. INVARIANT: no secret stands in it, and what is not to be
// changed from the app is no choice here.

import type { Failure } from '#policy/language/failure.ts';

/** How a value is given. `SHOWN`: it is changed in the file alone. */
export type SettingKind =
  | { readonly kind: 'CHOICE'; readonly choices: readonly string[] }
  | { readonly kind: 'FLAG' }
  | { readonly kind: 'WHOLE'; readonly least: number; readonly most: number | null }
  | { readonly kind: 'WORDS' }
  | { readonly kind: 'SITES' }
  | { readonly kind: 'SHOWN' };

export type SettingView = SettingKind & {
  /** `network.namespace` */
  readonly key: string;
  readonly about: string;
  /** What is in the file; `null`: nothing. */
  readonly value: unknown;
  /** What holds where nothing is. */
  readonly preset: unknown;
  /** In the file, from 1. */
  readonly line: number | null;
  /** This value is asked about with the gravest look: it lets something be less held back. */
  readonly loosens: readonly unknown[];
};

export type SettingsView = {
  readonly file: string;
  /** Of the file's text: a change names what it was made from. */
  readonly base: string;
  readonly settings: readonly SettingView[];
};

/** `null` takes it out of the file. */
export type SettingChange = { readonly key: string; readonly value: unknown; readonly base: string };

export type DoctorCheck = {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'bad';
  readonly detail: string;
  readonly help: string | null;
};

/** Where the key for Gemini is. INVARIANT: never the key. */
export type ModelKeyView = {
  /** What is called with. `NOT_USED`: the model is behind a proxy, or at an endpoint of one's own. */
  readonly key: 'ENVIRONMENT' | 'KEPT' | 'NONE' | 'NOT_USED';
  /** Whether one is in the vault, used or not. */
  readonly isKept: boolean;
  /** The file of the settings names another model since: all of this is of the gateway's start. */
  readonly restart: boolean;
  /** Why what is kept could not be read. */
  readonly trouble: Failure | null;
  readonly models: readonly ModelPriceView[];
  /** `mid-2025` */
  readonly pricesOf: string;
};

/** US dollars for a million tokens; `null`: not known here. */
export type ModelPriceView = {
  readonly model: string;
  readonly price: { readonly input: number; readonly output: number } | null;
};

/** What one call of the model came to. */
export type ModelTest = {
  /** `NO_ANSWER`: it was reached, and is busy or broken. `OVER_QUOTA`: it takes no more calls for now. */
  readonly state: 'WORKS' | 'REFUSED' | 'OVER_QUOTA' | 'UNREACHABLE' | 'NO_ANSWER' | 'NOT_SET_UP';
  readonly model: string;
  readonly failure: Failure | null;
  readonly milliseconds: number;
  /** US dollars of this call; `null`: not known. */
  readonly costUsd: number | null;
};
