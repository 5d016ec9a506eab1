// What the demo travel agency knows, as data: flights, stays, and what a flight costs from day to day. Prices in rappen (CHF).

export type Flight = {
  readonly number: string;
  readonly airline: string;
  readonly to: string;
  /** ISO 8601, local time of the airport: `2026-12-07T06:40`. */
  readonly leaves: string;
  readonly minutes: number;
  readonly stops: number;
  readonly rappen: number;
};

export type Stay = {
  readonly name: string;
  readonly city: string;
  readonly rappenANight: number;
  /** Out of 10. */
  readonly rating: number;
  readonly kilometresToCentre: number;
  readonly hasBreakfast: boolean;
};

export type DayPrice = { readonly day: string; readonly rappen: number };

export const CITIES = ['lisbon', 'oslo', 'athens'] as const;
export type City = (typeof CITIES)[number];
export const CITY_LABELS: Readonly<Record<City, string>> = {
  lisbon: 'Lisbon',
  oslo: 'Oslo',
  athens: 'Athens',
};

// number | airline | to | leaves | minutes | stops | price
const FLIGHTS = `
TP 934|Tagus Air|lisbon|2026-12-07T06:40|165|0|189.00
LX 2084|Alpine Lines|lisbon|2026-12-07T12:15|170|0|244.00
QR 118|Quick Route|lisbon|2026-12-07T17:55|325|1|129.00
TP 938|Tagus Air|lisbon|2026-12-08T19:30|165|0|172.00
SK 4612|Fjordwings|oslo|2026-12-07T09:05|150|0|158.00
QR 230|Quick Route|oslo|2026-12-07T15:20|290|1|99.00
LX 1212|Alpine Lines|oslo|2026-12-09T18:10|155|0|213.00
A3 851|Aegean Blue|athens|2026-12-07T11:25|160|0|176.00
LX 1838|Alpine Lines|athens|2026-12-08T12:40|165|0|231.00
QR 412|Quick Route|athens|2026-12-08T21:15|385|2|87.00`;

// name | city | price a night | rating | km to the centre | breakfast
const STAYS = `
Pensão Azulejo|lisbon|84.00|8.7|0.6|yes
Hotel Miradouro|lisbon|139.00|9.1|1.2|yes
Tram 28 Hostel|lisbon|31.00|8.2|0.9|no
Doca Suites|lisbon|176.00|8.9|3.4|no
Hotel Fjordgata|oslo|152.00|8.8|0.4|yes
Vigeland Rooms|oslo|98.00|8.1|2.3|no
Harbour Hostel|oslo|47.00|7.6|1.1|yes
Plaka House|athens|73.00|9.0|0.3|yes
Lycabettus View|athens|121.00|9.3|1.8|yes`;

const lines = (text: string): readonly (readonly string[])[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|'));

const cents = (amount: string): number => Math.round(Number(amount) * 100);

export const ALL_FLIGHTS: readonly Flight[] = lines(FLIGHTS).map(
  ([number = '', airline = '', to = '', leaves = '', minutes = '', stops = '', price = '']) => ({
    number,
    airline,
    to,
    leaves,
    minutes: Number(minutes),
    stops: Number(stops),
    rappen: cents(price),
  }),
);

export const ALL_STAYS: readonly Stay[] = lines(STAYS).map(
  ([name = '', city = '', price = '', rating = '', kilometres = '', breakfast = '']) => ({
    name,
    city,
    rappenANight: cents(price),
    rating: Number(rating),
    kilometresToCentre: Number(kilometres),
    hasBreakfast: breakfast === 'yes',
  }),
);

/** The cheapest fare of each day of December 2026: dear at weekends, dearest before the holidays. */
export function dayPrices(city: City): readonly DayPrice[] {
  const base = { lisbon: 129, oslo: 99, athens: 87 }[city];
  return Array.from({ length: 31 }, (_, at) => {
    const day = at + 1;
    const weekend = [5, 6, 12, 13, 19, 20, 26, 27].includes(day) ? 34 : 0;
    const holidays = day > 18 && day < 29 ? (day - 15) * 9 : 0;
    return {
      day: `2026-12-${String(day).padStart(2, '0')}`,
      rappen: (base + weekend + holidays + ((day * 7) % 13)) * 100,
    };
  });
}
