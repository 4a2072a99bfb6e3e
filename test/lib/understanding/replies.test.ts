import { describe, expect, it } from '@jest/globals';
import { asksOnlyForNoTexts, replyIn } from '../../../lib/understanding/replies.ts';

describe('the meaning of a text message', () => {
  it.each([
    ...[
      'STOP',
      'Stop.',
      ' stop all ',
      'StopAll',
      'END',
      'quit!',
      'Cancel',
      'unsubscribe',
      'Opt out',
      'opt-out',
    ],
    ...['OPTOUT', 'revoke', 'Remove me', 'remove', 'please stop', 'Stop please!', '“STOP”', 'alto'],
    ...['Stop texting me', 'please stop sending me text messages.', "Don't text me again", 'do not text me'],
    ...['No more texts please', 'Take me off your list', 'I want to opt out', 'unsubscribe me from this'],
    ...['Can you stop the texts?', "I don't want any more texts", 'I no longer want to be texted'],
    ...[
      'Please remove my number from your text list',
      'Hi, stop messaging me!!',
      'how do I stop these texts',
    ],
    ...['Stop texting my number', 'no me manden más mensajes'],
  ])('of %j is to end texts', (text) => {
    expect(replyIn(text)).toBe('stop');
  });

  it.each([
    ...['stop by at 9', 'cancel my Tuesday visit', 'Cancel the visit', "please don't stop texting me"],
    ...['Why did you stop texting me?', "Don't forget to text me", 'Can you stop at the gate and text me?'],
    ...[
      'The end of the week is fine',
      "don't text me before 9",
      'Text me when you are close',
      'stop the leak',
    ],
    ...[
      'I did not get the text',
      'quit smoking',
      'remove the old furnace',
      'stop texting my wife',
      'yes please come',
    ],
    ...['end unit', 'The water will not stop', '', '👍', 'please send more messages'],
  ])('of %j is something else', (text) => {
    expect(replyIn(text)).toBe('other');
  });

  it.each([
    ['1', 'take'],
    [' 1.', 'take'],
    ['Start', 'start'],
    ['UNSTOP', 'start'],
    ['help', 'help'],
    ['Info?', 'help'],
    ['Yes!', 'yes'],
    ['y', 'yes'],
    ['C', 'yes'],
    ['confirm, please', 'yes'],
    ['11', 'other'],
    ['yes, and bring a ladder', 'other'],
    ['help me please my basement floods', 'other'],
  ])('of %j is %s', (text, reply) => {
    expect(replyIn(text)).toBe(reply);
  });

  it.each([
    ['Please stop texting me.', true],
    ['Hi, stop sending me texts, thanks', true],
    ['The caller wants you to stop texting them', true],
    ['Stop texting me and call me about the invoice', false],
    ['Call me about the invoice', false],
  ])('of %j is only to end texts: %s', (text, isOnly) => {
    expect(asksOnlyForNoTexts(text)).toBe(isOnly);
  });
});
