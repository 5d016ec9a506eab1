// A cookie with everything that says where it may go: on its way from a source into a tab, and as a tab keeps it.

export type PassedCookie = {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  /** `false`: for the host's subdomains, too. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None' | null;
  /** Seconds since the epoch; `null` for one that ends with the browser. */
  readonly expires: number | null;
  readonly priority: 'Low' | 'Medium' | 'High';
  readonly partitionKey: { readonly topLevelSite: string; readonly hasCrossSiteAncestor: boolean } | null;
};

/** In the protocol's own words. */
export type KeptCookie = {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  /** Seconds since the epoch; -1: it ends with the browser. */
  readonly expires: number;
  readonly size: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly session: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
};
