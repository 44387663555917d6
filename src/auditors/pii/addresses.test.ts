import { describe, expect, it } from 'vitest';
import { detectPii } from './detect.ts';

function placesIn(text: string, threshold = 0.5): string[] {
  return detectPii(text, { threshold, entities: ['address', 'location', 'postal_code'], region: 'US' }).map(
    ({ start, end }) => text.slice(start, end),
  );
}

describe('an address is found whole', () => {
  it.each([
    ['350 Fifth Avenue, New York, NY 10118'],
    ['1200 N Clark St, Apt 4B, Chicago IL 60610'],
    ['P.O. Box 512, Boise, ID 83702'],
    ['221B Baker Street, London NW1 6XE'],
    ['Flat 3, 12 Victoria Road, Leeds LS5 4DU'],
    ['12 Smith St, Parramatta NSW 2150'],
    ['Hauptstraße 5, 76227 Karlsruhe'],
    ['Bahnhofstr. 3, 8001 Zürich'],
    ['12 rue de la Paix, 75002 Paris'],
    ['8 bd Saint-Michel, 75005 Paris'],
    ['Calle Mayor 45, 3º B, 28013 Madrid'],
    ['Via Garibaldi 12, 20121 Milano'],
    ['Keizersgracht 112, 1016 EJ Amsterdam'],
    ['Rua das Flores 210, 4050-262 Porto'],
    ['ul. Marszałkowska 10/4, 00-590 Warszawa'],
    ['Storgatan 5, 111 22 Stockholm'],
    ['Flat 4B, Green Park Colony, MG Road, Bengaluru 560001'],
    ['8172 Joseph Village Apt. 123\nPort Michael, NV 12345'],
    ['742 Evergreen Terrace\nSpringfield, OR 97403'],
  ])('%s', (address) => {
    expect(placesIn(`Please send it to ${address}. Thank you!`)).toEqual([address]);
    expect(placesIn(address)).toEqual([address]);
  });

  it.each([
    ['behind words that say who lives there', 'My new address is 14 Tylova, Recco', '14 Tylova, Recco'],
    ['as city line', 'Mail to Springfield, IL 62704 please', 'Springfield, IL 62704'],
    ['as military mail', 'Box: PSC 41 Box 3, APO AE 09464', 'APO AE 09464'],
    ['as a street that somebody lives on', 'He lives on Collingwood Street.', 'Collingwood Street'],
    ['as a post code behind its word', 'my zip code is 90210', '90210'],
  ])('%s: %s', (_, text, value) => {
    expect(placesIn(text).join('|')).toContain(value);
  });

  it('does not take a telephone number before it for a house number', () => {
    const text = 'Contact: 738-737-2046, 9 Church Lane, Leeds';
    expect(placesIn(text)).toEqual(['9 Church Lane, Leeds']);
  });
});

describe('no address', () => {
  it.each([
    ['a street that everybody knows', 'Wall Street fell and Main Street waits.'],
    ['a way', 'There is a long way to go before we rest.'],
    ['a number and a common word', 'I read 12 Rules in one night and 3 Ways to win.'],
    ['a count', 'The court heard 14 cases; the square has 4 sides.'],
    ['a number of hills', 'We climbed 12 Green Hills that day.'],
    ['a bare number', 'The code is 90210.'],
  ])('is %s: %s', (_, text) => {
    expect(placesIn(text)).toEqual([]);
  });
});

describe('a place', () => {
  it.each([
    ['I live in Leipzig.', 'Leipzig'],
    ['She moved here from New Zealand.', 'New Zealand'],
    ['I was born in Qualdenheim.', 'Qualdenheim'],
    ['Ich wohne in München.', 'München'],
    ['Peter Novak works in Prague.', 'Prague'],
  ])('is reported when tied to a person: %s', (text, place) => {
    expect(placesIn(text)).toContain(place);
  });

  it.each([
    'What is the capital of Australia?',
    'Plan two days in Lisbon.',
    'The weather in Rome is fine.',
    'Turkey is best served with cranberries.',
  ])('is not reported alone: %s', (text) => {
    expect(placesIn(text)).toEqual([]);
  });

  it('is reported alone at a lower threshold', () => {
    expect(placesIn('The weather in Rome is fine.', 0.3)).toEqual(['Rome']);
  });
});
