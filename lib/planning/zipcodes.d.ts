/** Places of US zip codes; the package has no types. */
declare module 'zipcodes' {
  interface ZipPlace {
    readonly zip: string;
    readonly city: string;
    /** Two letters. */
    readonly state: string;
    readonly latitude: number;
    readonly longitude: number;
  }
  export const codes: Readonly<Record<string, ZipPlace | undefined>>;
  export function lookup(zip: string): ZipPlace | undefined;
}
