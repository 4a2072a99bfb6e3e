/** The CDK stack, the local server and the tests create the table from this. */
export const table = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds after which DynamoDB may delete an item. */
  timeToLiveAttribute: 'expiresAt',
  /** An item without both attributes of an index is not in the index. All attributes are projected. */
  indexes: [
    { name: 'byAccount', partitionKey: 'accountKey', sortKey: 'createdAt' },
    { name: 'byCustomer', partitionKey: 'customerKey', sortKey: 'startsAt' },
    // Only requests for another number than their own are here; the index above finds the others.
    { name: 'byCaller', partitionKey: 'callerKey', sortKey: 'startsAt' },
    { name: 'byCall', partitionKey: 'callKey', sortKey: 'createdAt' },
    // Requests whose last appointment was on a date are here when they claim no time any more, and those that wait.
    { name: 'byDay', partitionKey: 'dayKey', sortKey: 'startsAt' },
    // Open requests are here: those that wait for a person, as they are shown, then those with an appointment.
    { name: 'byQueue', partitionKey: 'queueKey', sortKey: 'queueOrder' },
    // Whatever the minute function finds as due is here by its kind, then by account and time.
    { name: 'byReminder', partitionKey: 'reminderKey', sortKey: 'remindAt' },
  ],
} as const;

export type IndexName = (typeof table.indexes)[number]['name'];
