/** The one definition of the table: the CDK stack, the local server and the tests create it from this. */
export const table = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds after which DynamoDB may delete an item. */
  timeToLiveAttribute: 'expiresAt',
  /** An item without both attributes of an index is not in the index. All attributes are projected. */
  indexes: [
    { name: 'byAccount', partitionKey: 'accountKey', sortKey: 'createdAt' },
    { name: 'byCustomer', partitionKey: 'customerKey', sortKey: 'startsAt' },
    // Only requests for another number than the one they were made from: the others are found by the index above.
    { name: 'byCaller', partitionKey: 'callerKey', sortKey: 'startsAt' },
    { name: 'byCall', partitionKey: 'callKey', sortKey: 'createdAt' },
    // Requests whose last appointment was on a date and that claim no time any more; the others are found by their claims.
    { name: 'byDay', partitionKey: 'dayKey', sortKey: 'startsAt' },
    // Open requests: those that wait for a person, in the order in which they are shown, then those with an appointment.
    { name: 'byQueue', partitionKey: 'queueKey', sortKey: 'queueOrder' },
    // Requests with a reminder: by its kind, then by account and time.
    { name: 'byReminder', partitionKey: 'reminderKey', sortKey: 'remindAt' },
  ],
} as const;

export type IndexName = (typeof table.indexes)[number]['name'];
