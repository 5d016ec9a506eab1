// The demo shop's stock, as data. Prices in cents.

export type Product = {
  readonly slug: string;
  readonly name: string;
  readonly category: Category;
  readonly brand: string;
  readonly price: number;
  /** The old price of an offer, crossed out on the page. */
  readonly was: number | null;
  readonly rating: number;
  readonly reviews: number;
  readonly stock: number;
  readonly specs: readonly (readonly [string, string])[];
};

export const CATEGORIES = ['keyboards', 'mice', 'headphones', 'monitors', 'webcams', 'accessories'] as const;
export type Category = (typeof CATEGORIES)[number];
export const CATEGORY_LABELS: Readonly<Record<Category, string>> = {
  keyboards: 'Keyboards',
  mice: 'Mice',
  headphones: 'Headphones',
  monitors: 'Monitors',
  webcams: 'Webcams',
  accessories: 'Accessories',
};

// name | brand | price | old price | rating | reviews | stock | key: value; key: value
const STOCK: Readonly<Record<Category, string>> = {
  keyboards: `
Halden K75 Mechanical Keyboard|Halden|89.00||4.7|212|14|Switches: Halden Brown; Layout: 75 %; Connection: USB-C; Weight: 870 g
Tarn 60 Mechanical Keyboard|Tarn|49.00|79.00|4.2|98|31|Switches: Tarn Red; Layout: 60 %; Connection: USB-C; Weight: 610 g
Oriel TKL Mechanical Keyboard|Oriel|54.50||4.1|67|9|Switches: Oriel Blue; Layout: tenkeyless; Connection: USB-C; Weight: 790 g
Halden Pro Wireless Mechanical Keyboard|Halden|139.00||4.8|341|22|Switches: Halden Silent; Layout: full size; Connection: 2.4 GHz, Bluetooth; Weight: 1120 g
Kestrel M1 Mechanical Keyboard|Kestrel|119.00||4.5|153|5|Switches: Kestrel Linear; Layout: 65 %; Connection: USB-C, Bluetooth; Weight: 940 g
Oriel Studio Mechanical Keyboard|Oriel|99.00|115.00|4.4|88|0|Switches: Oriel Clear; Layout: 96 %; Connection: USB-C; Weight: 1010 g
Fjord Split Ergonomic Mechanical Keyboard|Fjord|189.00||4.6|74|3|Switches: Fjord Tactile; Layout: split; Connection: USB-C; Weight: 980 g
Bramble Mini Mechanical Keyboard|Bramble|62.00||3.9|45|18|Switches: Bramble Yellow; Layout: 40 %; Connection: USB-C; Weight: 480 g
Tarn Slim Membrane Keyboard|Tarn|19.90||3.8|301|60|Switches: rubber dome; Layout: full size; Connection: USB-A; Weight: 420 g
Oriel Quiet Office Keyboard|Oriel|24.00||4.0|187|44|Switches: scissor; Layout: full size; Connection: USB-A; Weight: 510 g
Kestrel Fold Travel Keyboard|Kestrel|35.00||3.7|52|12|Switches: scissor; Layout: folding; Connection: Bluetooth; Weight: 180 g
Fjord Low Profile Wireless Keyboard|Fjord|69.00||4.3|119|27|Switches: scissor; Layout: 75 %; Connection: Bluetooth; Weight: 450 g
Bramble Kids Keyboard|Bramble|15.50||3.6|33|25|Switches: rubber dome; Layout: compact; Connection: USB-A; Weight: 350 g`,
  mice: `
Oriel Basic Mouse|Oriel|9.90||3.9|260|0|Sensor: 1600 dpi; Buttons: 3; Connection: USB-A; Weight: 92 g
Tarn Click Mouse|Tarn|12.50||4.0|198|40|Sensor: 2400 dpi; Buttons: 3; Connection: USB-A; Weight: 88 g
Halden Glide Mouse|Halden|29.00||4.4|155|19|Sensor: 8000 dpi; Buttons: 5; Connection: USB-C; Weight: 74 g
Halden Glide Wireless Mouse|Halden|49.00||4.6|280|33|Sensor: 12000 dpi; Buttons: 6; Connection: 2.4 GHz; Weight: 71 g
Kestrel Feather Gaming Mouse|Kestrel|59.00|69.00|4.7|412|8|Sensor: 26000 dpi; Buttons: 6; Connection: USB-C; Weight: 54 g
Fjord Vertical Ergonomic Mouse|Fjord|45.00||4.2|134|16|Sensor: 4000 dpi; Buttons: 6; Connection: Bluetooth; Weight: 121 g
Bramble Trackball Mouse|Bramble|38.00||4.3|91|7|Sensor: 2000 dpi; Buttons: 5; Connection: USB-C; Weight: 160 g
Oriel Silent Mouse|Oriel|18.90||4.1|176|52|Sensor: 3200 dpi; Buttons: 4; Connection: Bluetooth; Weight: 80 g
Tarn Travel Mouse|Tarn|16.00||3.8|64|23|Sensor: 1600 dpi; Buttons: 3; Connection: Bluetooth; Weight: 62 g
Kestrel Arena Gaming Mouse|Kestrel|79.00||4.5|205|11|Sensor: 30000 dpi; Buttons: 9; Connection: USB-C; Weight: 98 g`,
  headphones: `
Oriel Studio Headphones|Oriel|129.00||4.6|189|13|Type: over-ear; Noise cancelling: no; Connection: jack; Battery: none
Halden Calm Wireless Headphones|Halden|199.00|249.00|4.8|502|21|Type: over-ear; Noise cancelling: yes; Connection: Bluetooth; Battery: 38 h
Tarn Basic Headphones|Tarn|24.90||3.7|144|48|Type: on-ear; Noise cancelling: no; Connection: jack; Battery: none
Kestrel Arena Headset|Kestrel|89.00||4.3|233|17|Type: over-ear; Noise cancelling: no; Connection: USB-C; Battery: none
Fjord Open Headphones|Fjord|159.00||4.5|87|4|Type: open; Noise cancelling: no; Connection: jack; Battery: none
Bramble Kids Headphones|Bramble|19.50||4.0|76|29|Type: on-ear; Noise cancelling: no; Connection: jack; Battery: none
Oriel Buds Earphones|Oriel|59.00||4.1|310|35|Type: in-ear; Noise cancelling: yes; Connection: Bluetooth; Battery: 7 h
Halden Office Headset|Halden|75.00||4.2|121|26|Type: on-ear; Noise cancelling: yes; Connection: USB-C; Battery: none
Tarn Sport Earphones|Tarn|39.00||3.9|98|0|Type: in-ear; Noise cancelling: no; Connection: Bluetooth; Battery: 9 h`,
  monitors: `
Oriel View 24 Monitor|Oriel|139.00||4.2|165|15|Size: 24 inch; Resolution: 1920 × 1080; Refresh rate: 75 Hz; Panel: IPS
Oriel View 27 Monitor|Oriel|219.00||4.4|210|12|Size: 27 inch; Resolution: 2560 × 1440; Refresh rate: 75 Hz; Panel: IPS
Halden Canvas 27 4K Monitor|Halden|399.00||4.7|143|6|Size: 27 inch; Resolution: 3840 × 2160; Refresh rate: 60 Hz; Panel: IPS
Kestrel Arena 27 Gaming Monitor|Kestrel|329.00|369.00|4.6|287|10|Size: 27 inch; Resolution: 2560 × 1440; Refresh rate: 165 Hz; Panel: IPS
Kestrel Arena 34 Ultrawide Monitor|Kestrel|549.00||4.5|98|2|Size: 34 inch; Resolution: 3440 × 1440; Refresh rate: 144 Hz; Panel: VA
Fjord Colour 32 Monitor|Fjord|689.00||4.8|54|3|Size: 32 inch; Resolution: 3840 × 2160; Refresh rate: 60 Hz; Panel: IPS Black
Tarn Value 22 Monitor|Tarn|99.00||3.8|176|30|Size: 22 inch; Resolution: 1920 × 1080; Refresh rate: 60 Hz; Panel: VA
Tarn Portable 16 Monitor|Tarn|149.00||4.0|88|14|Size: 16 inch; Resolution: 1920 × 1200; Refresh rate: 60 Hz; Panel: IPS
Bramble Vertical 24 Monitor|Bramble|179.00||4.1|41|9|Size: 24 inch; Resolution: 1920 × 1200; Refresh rate: 75 Hz; Panel: IPS`,
  webcams: `
Oriel Cam 720 Webcam|Oriel|22.00||3.6|133|37|Resolution: 1280 × 720; Frame rate: 30; Microphone: yes; Cover: no
Oriel Cam HD Webcam|Oriel|39.00||4.1|221|28|Resolution: 1920 × 1080; Frame rate: 30; Microphone: yes; Cover: yes
Halden Meet 4K Webcam|Halden|129.00||4.6|118|9|Resolution: 3840 × 2160; Frame rate: 30; Microphone: yes; Cover: yes
Kestrel Stream Webcam|Kestrel|99.00|119.00|4.4|176|13|Resolution: 1920 × 1080; Frame rate: 60; Microphone: no; Cover: no
Tarn Clip Webcam|Tarn|29.00||3.9|95|20|Resolution: 1920 × 1080; Frame rate: 30; Microphone: yes; Cover: no`,
  accessories: `
Keycap Set for Mechanical Keyboards|Bramble|24.00||4.3|102|45|Material: PBT; Keys: 134; Profile: cherry; Colour: sand
Switch Sampler for Mechanical Keyboards|Kestrel|14.50||4.2|61|38|Material: plastic; Switches: 12; Base: acrylic; Colour: mixed
Coiled Cable for Keyboards|Tarn|17.00||4.0|48|22|Length: 1.5 m; Connector: USB-C; Sleeve: nylon; Colour: black
Wool Desk Mat|Fjord|32.00||4.6|210|26|Size: 80 × 30 cm; Thickness: 4 mm; Material: wool; Colour: grey
Foam Wrist Rest|Oriel|16.00||3.9|84|33|Length: 36 cm; Material: foam; Cover: cotton; Colour: black
Walnut Wrist Rest|Halden|39.00||4.7|72|6|Length: 36 cm; Material: walnut; Cover: none; Colour: brown
USB-C Hub with 7 Ports|Tarn|34.00|45.00|4.2|265|41|Ports: 7; Power: 100 W; Cable: 20 cm; Colour: silver
Mouse Pad for Gaming Mice|Kestrel|19.00||4.4|158|50|Size: 45 × 40 cm; Thickness: 3 mm; Material: cloth; Colour: black
Monitor Arm|Fjord|85.00||4.5|131|8|Load: 9 kg; Mount: clamp; Material: aluminium; Colour: white
Monitor Light Bar|Halden|49.00||4.6|194|17|Width: 45 cm; Power: USB-C; Colours: 2700–6500 K; Colour: black
Laptop Stand|Oriel|28.00||4.3|149|24|Load: 5 kg; Height: 15 cm; Material: aluminium; Colour: silver
Headphone Stand|Bramble|21.00||4.1|57|19|Height: 27 cm; Material: oak; Base: weighted; Colour: natural
Screen Cleaning Kit|Tarn|8.90||4.0|88|70|Volume: 100 ml; Cloths: 2; Alcohol: none; Colour: clear
Cable Organiser Box|Oriel|13.00||4.2|66|34|Size: 30 × 12 cm; Material: plastic; Lid: yes; Colour: white`,
};

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function parse(category: Category, line: string): Product {
  const [name = '', brand = '', price = '', was = '', rating = '', reviews = '', stock = '', specs = ''] =
    line.split('|');
  return {
    slug: slugOf(name),
    name,
    brand,
    category,
    price: Math.round(Number(price) * 100),
    was: was === '' ? null : Math.round(Number(was) * 100),
    rating: Number(rating),
    reviews: Number(reviews),
    stock: Number(stock),
    specs: specs.split('; ').map((pair) => {
      const [key = '', value = ''] = pair.split(': ');
      return [key, value] as const;
    }),
  };
}

export const PRODUCTS: readonly Product[] = CATEGORIES.flatMap((category) =>
  STOCK[category]
    .trim()
    .split('\n')
    .map((line) => parse(category, line)),
);

/** What customers say, given by rating: a review is a name, stars and a sentence. */
export const REVIEW_TEXTS: readonly (readonly [string, number, string])[] = [
  ['Mara', 5, 'Exactly as described, arrived a day early.'],
  ['Jonas', 4, 'Well made. The manual could be longer.'],
  ['Ines', 5, 'I use it every day and would buy it again.'],
  ['Pavel', 3, 'Does its job, nothing more.'],
  ['Noor', 4, 'Good for the price, sturdy box.'],
  ['Hugo', 2, 'Mine had a scratch, the exchange went quickly.'],
];
