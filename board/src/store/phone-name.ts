/** `(212) 555-0123` of `+12125550123`; numbers of other countries as they are. */
export const phoneName = (phone: string | undefined): string | undefined =>
  phone?.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1)\u00a0$2-$3');
