// A cookie on its way from a source into a tab, with everything that says where it may go.

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
