/** Texts for the office on requests. Callers don't hear them. */
export const office = {
  wantsPerson: (reason: string | undefined) =>
    reason === undefined ? 'Asked for a person.' : `Asked for a person: ${reason}`,
  technicianAsSaid: (technician: string) => `Technician as said: ${technician}`,
  wantsBooking: (service: string, date: string) => `Wants ${service} on ${date}; a person has to book it.`,
  aboutVisit: (why: string) => `About a visit that only a person can change: ${why}`,
};
