// A look's picture in a real browser: where a secret stands it is black before anybody gets it, and the page learns nothing of it.
import { writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import type { PagePicture, PageSnapshot } from '#executors/contract/snapshot.ts';
import { pixelsOf } from '#test/fixtures/jpeg.ts';
import { tabOnSite } from '#test/fixtures/tab-on-site.ts';

const on = tabOnSite();
beforeEach(() => {
  for (const path of Object.keys(on.site.pages)) delete on.site.pages[path];
});

async function open(html: string): Promise<void> {
  on.site.pages['/page'] = `<!doctype html><html lang="en"><meta charset="utf-8"><title>T</title>
    <style>body{margin:0;background:#fff} .at{position:absolute;left:40px;width:400px;height:40px;margin:0;border:0;padding:0;background:#fc9;font:20px monospace}</style>${html}`;
  await on.t.open(`${on.site.origin}/page`);
}

async function look(): Promise<{ readonly snapshot: PageSnapshot; readonly picture: PagePicture | null }> {
  const seen = await on.t.must({ type: 'SNAPSHOT', pictured: true });
  if (seen.kind !== 'SNAPSHOT') throw new Error('a look gives a snapshot');
  return { snapshot: seen.snapshot, picture: seen.picture ?? null };
}

async function pictured(): Promise<PagePicture> {
  const { picture } = await look();
  if (picture === null) throw new Error('there is no picture');
  if (process.env['GHOST_LOOK'] !== undefined) writeFileSync(process.env['GHOST_LOOK'], picture.jpeg);
  return picture;
}

const TWO_FRAMES = 'new Promise((go)=>requestAnimationFrame(()=>requestAnimationFrame(go)))';

async function inPage(expression: string): Promise<unknown> {
  const told = await on.t.must({ type: 'EVALUATE', expression: '' }, expression);
  return told.kind === 'VALUE' ? told.value : undefined;
}

const half = (y: number): { x: number; y: number; width: number; height: number } => ({
  x: 20,
  y: y / 2,
  width: 200,
  height: 20,
});

test('a picture is small, and has the page as it is drawn', async () => {
  await open('<div class="at" style="top:80px;background:#0a0"></div>');
  const { jpeg, width, height, scale, black } = await pictured();
  expect({ width, height, scale, black }).toEqual({ width: 640, height: 450, scale: 0.5, black: 0 });
  const pixels = pixelsOf(jpeg);
  expect([pixels.width, pixels.height]).toEqual([640, 450]);
  expect(pixels.at(100, 50)[1]).toBeGreaterThan(140);
  expect(pixels.at(100, 50)[0]).toBeLessThan(20);
  expect(jpeg.byteLength).toBeLessThan(25_000);
});

test('credential fields are black, filled or not, in frames and closed shadow trees too', async () => {
  await open(`<input class="at" style="top:80px" type="password" value="hunter22">
    <input class="at" style="top:160px" autocomplete="cc-number" value="4111 1111">
    <input class="at" style="top:240px" value="only a word">
    <div id="host"></div><iframe class="at" style="top:400px" srcdoc="<input type=password>"></iframe>
    <iframe class="at" style="top:480px" srcdoc="<body style='background:#fc9'>open"></iframe>
    <script>document.getElementById('host').attachShadow({mode:'closed'}).innerHTML='<input type=password style="position:absolute;left:40px;top:320px;width:400px;height:40px;border:0;padding:0;background:#fc9">'</script>`);
  const { jpeg, black } = await pictured();
  const pixels = pixelsOf(jpeg);
  expect(black).toBe(4);
  for (const y of [80, 160, 320, 400]) expect(pixels.brightest(half(y)), `at ${y}`).toBe(0);
  for (const y of [240, 480]) expect(pixels.brightest(half(y)), `at ${y}`).toBeGreaterThan(200);
});

test('a lent value is black wherever the page shows it, cut into pieces or not', async () => {
  await open(`<input id="name" aria-label="User" class="at" style="top:80px">
    <p class="at" style="top:160px" id="echo">none</p>
    <p class="at" style="top:240px" id="cut">none</p>
    <p class="at" style="top:320px">another text</p>
    <script>document.getElementById('name').addEventListener('input',(event)=>{
      document.getElementById('echo').textContent='Welcome '+event.target.value;
      document.getElementById('cut').innerHTML=[...event.target.value].map((one)=>'<b>'+one+'</b>').join(' ');
    })</script>`);
  const ref = await on.t.ref('textbox', 'User');
  await on.t.must({ type: 'FILL', ref, text: { secret: 'user' } }, 'ada.lovelace');
  const pixels = pixelsOf((await pictured()).jpeg);
  expect(pixels.brightest(half(80))).toBe(0);
  expect(pixels.brightest({ x: 20, y: 82, width: 100, height: 8 })).toBe(0);
  expect(pixels.brightest({ x: 22, y: 122, width: 60, height: 8 })).toBe(0);
  expect(pixels.brightest(half(320))).toBeGreaterThan(200);
});

test('so it is where a style draws it, and in other letters than it was entered in', async () => {
  await open(`<style>#drawn::after{content:attr(data-name)} #large{text-transform:uppercase}</style>
    <input id="name" aria-label="User" class="at" style="top:80px">
    <p class="at" style="top:160px" id="drawn">by </p><p class="at" style="top:240px" id="large"></p>
    <p class="at" style="top:320px" id="other"></p>
    <script>document.getElementById('name').addEventListener('input',({target:{value}})=>{
      document.getElementById('drawn').dataset.name=value; document.getElementById('large').textContent=value;
      document.getElementById('other').textContent='Hello '+value[0].toUpperCase()+value.slice(1)+'!';
    })</script>`);
  const ref = await on.t.ref('textbox', 'User');
  await on.t.must({ type: 'FILL', ref, text: { secret: 'user' } }, 'lovelace');
  const pixels = pixelsOf((await pictured()).jpeg);
  // Left of it stands what is no secret.
  expect(pixels.brightest({ x: 44, y: 83, width: 40, height: 6 }), 'by a style').toBe(0);
  expect(pixels.brightest({ x: 24, y: 123, width: 40, height: 6 }), 'in capitals').toBe(0);
  expect(pixels.brightest({ x: 60, y: 163, width: 30, height: 6 }), 'with a capital').toBe(0);
});

test.each([
  ['in groups', "one.textContent = value.match(/.{3}/gu).join('-')", '<p class="at" id="one"></p>'],
  [
    'where lines may break',
    "one.textContent = value.match(/.{3}/gu).join('\\u200b')",
    '<p class="at" id="one"></p>',
  ],
  [
    'with soft hyphens',
    "one.textContent = value.match(/.{3}/gu).join('\\u00ad')",
    '<p class="at" id="one"></p>',
  ],
  ['wide', "one.textContent = value.replaceAll('1', '\\uff11')", '<p class="at" id="one"></p>'],
  ['as what a field asks for', 'one.placeholder = value', '<input class="at" id="one">'],
  ['in place of a picture', 'one.alt = value', '<img class="at" id="one" src="data:image/png;base64,xx">'],
  ['as the label of an option', 'one.label = value', '<select class="at"><option id="one"></select>'],
])('a lent value is black %s', async (_, show, html) => {
  await open(`<style>.at{top:160px}</style><input id="name" aria-label="User" class="at" style="top:10px">${html}
    <script>const one=document.getElementById('one');
    document.getElementById('name').addEventListener('input',({target:{value}})=>{${show}})</script>`);
  const ref = await on.t.ref('textbox', 'User');
  await on.t.must({ type: 'FILL', ref, text: { secret: 'user' } }, '123456789abc');
  expect(pixelsOf((await pictured()).jpeg).brightest({ x: 24, y: 86, width: 40, height: 8 })).toBe(0);
});

test('a lent value in a list that nobody opened hides nothing else', async () => {
  await open(`<input id="name" aria-label="User" class="at" style="top:10px"><p class="at" style="top:160px">plain</p>
    <datalist id="known"><option id="one"></datalist><script>document.getElementById('name').addEventListener('input',
      ({target:{value}})=>{document.getElementById('one').textContent=value})</script>`);
  const ref = await on.t.ref('textbox', 'User');
  await on.t.must({ type: 'FILL', ref, text: { secret: 'user' } }, '123456789abc');
  expect(pixelsOf((await pictured()).jpeg).brightest(half(160))).toBeGreaterThan(200);
});

test('a secret that moves while the picture is taken leaves none', async () => {
  await open(`<input type="password" class="at" style="top:80px" id="moving">
    <script>let at=0;(function next(){at=(at+7)%600;document.getElementById('moving').style.transform='translateY('+at+'px)';requestAnimationFrame(next)})()</script>`);
  expect((await look()).picture).toBeNull();
});

test('the page notices nothing', async () => {
  await open(`<div id="box" style="width:50%;height:2000px"></div><script>
    window.noticed=[];const note=(what)=>noticed.push(what);
    for(const name of ['resize','scroll','focus','blur','visibilitychange'])addEventListener(name,()=>note(name),true);
    visualViewport.addEventListener('resize',()=>note('viewport'));
    window.began=false;
    new ResizeObserver(()=>{if(began)note('size')}).observe(document.getElementById('box'));
    new MutationObserver(()=>note('nodes')).observe(document,{subtree:true,childList:true,attributes:true});
    let last='';(function next(){const now=[devicePixelRatio,innerWidth,innerHeight,scrollX,scrollY,visualViewport.scale].join();
      if(began&&last!==now)note(now);last=now;requestAnimationFrame(()=>{window.began=true;next()})})()</script>`);
  // Two frames on, what the page's own beginning brought has been told.
  expect(await inPage(`${TWO_FRAMES}.then(()=>{noticed.length=0;return began})`)).toBe(true);
  await pictured();
  expect(await inPage(`${TWO_FRAMES}.then(()=>noticed.join())`)).toBe('');
});
