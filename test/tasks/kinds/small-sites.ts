// Small sites in one page: mail in other words, contacts over pages, tickets, bookings, feeds, results that are turned over.
import { kindsOf, once, type Kind } from '../contract.ts';
import { js, page, submitButton } from '../html.ts';
import { FIRST, fullName, LAST, ordinal, PLACES, sentence, THINGS } from '../words.ts';

const VALUE = `({text:$('t').value})`;
const mailbox = (mails: readonly { who: string; subject: string; body: string }[]): string =>
  `const mails=${js(mails)};function list(){document.body.innerHTML='<h2>Inbox</h2>'+mails.map((m,i)=>'<div class="thread" style="border-bottom:1px solid;cursor:pointer" onclick="show('+i+')"><div>'+m.who+'</div><div>'+m.subject+'</div><span class="icon-star" title="important" onclick="event.stopPropagation();finish({star:mails['+i+'].who})">☆</span><span class="icon-bin" title="bin" onclick="event.stopPropagation();finish({bin:mails['+i+'].who})">🗑</span></div>').join('')}
function show(i){const m=mails[i];document.body.innerHTML='<div><span class="back" title="back" style="cursor:pointer" onclick="list()">←</span></div><h3>'+m.subject+'</h3><div>'+m.who+' to me</div><p>'+m.body+'</p><span class="reply" style="cursor:pointer" onclick="reply('+i+')">Reply</span> <span class="forward" style="cursor:pointer" onclick="fwd('+i+')">Forward</span>'}
function reply(i){document.body.innerHTML='<div>to: '+mails[i].who+'</div><textarea id="m"></textarea><span class="send" title="send" style="cursor:pointer" onclick="finish({reply:mails['+i+'].who,text:$(&quot;m&quot;).value})">➤</span>'}
function fwd(i){document.body.innerHTML='<div>to: <input id="to"></div><p>'+mails[i].body+'</p><span class="send" title="send" style="cursor:pointer" onclick="finish({forward:mails['+i+'].who,to:$(&quot;to&quot;).value})">➤</span>'}
list();`;
const mails = (r: Parameters<Kind['make']>[0]) =>
  r.sample(FIRST, 5).map((who) => ({ who, subject: sentence(r, 3), body: sentence(r, 12) }));

export const SMALL_SITES: readonly Kind[] = kindsOf({
  'mail-star': (r) => {
    const all = mails(r);
    const { who } = r.pick(all);
    return {
      intent: r.pick([
        `Mark the message from ${who} as important.`,
        `Find the mail that ${who} sent and star it.`,
        `The email from ${who} should be marked important.`,
      ]),
      pages: { '/': page('', mailbox(all)) },
      check: once({ star: who }),
    };
  },
  'mail-bin': (r) => {
    const all = mails(r);
    const { who } = r.pick(all);
    return {
      intent: r.pick([
        `I don't want to see ${who}'s email any more, so delete it.`,
        `Find ${who}'s message and put it in the bin.`,
        `Delete the email that came from ${who}.`,
      ]),
      pages: { '/': page('', mailbox(all)) },
      check: once({ bin: who }),
    };
  },
  'mail-reply': (r) => {
    const all = mails(r);
    const { who } = r.pick(all);
    const text = sentence(r, 4);
    return {
      intent: r.pick([
        `Reply to ${who}'s email with "${text}".`,
        `Find the email by ${who} and answer it with the text "${text}".`,
        `Write back to ${who}: "${text}"`,
        `Send "${text}" as a reply to ${who}.`,
      ]),
      pages: { '/': page('', mailbox(all)) },
      check: once({ reply: who, text }),
    };
  },
  'mail-forward': (r) => {
    const all = mails(r);
    const { who } = r.pick(all);
    const to = r.pick(LAST);
    return {
      intent: r.pick([
        `Send ${to} the email that you got from ${who}.`,
        `Pass ${who}'s message on to ${to}.`,
        `${to} wants to read the mail ${who} sent you: forward it.`,
        `Forward to ${to} the email from ${who}.`,
      ]),
      pages: { '/': page('', mailbox(all)) },
      check: once({ forward: who, to }),
    };
  },
  'contacts-over-pages': (r) => {
    const people = r.sample(FIRST, 9).map((n) => ({
      name: `${n} ${r.pick(LAST)}`,
      phone: `0${r.int(100, 999)}-${r.int(1000, 9999)}`,
      mail: `${n.toLowerCase()}@post.test`,
      town: r.pick(PLACES),
    }));
    const want = r.pick(people);
    const what = r.pick(['phone', 'mail', 'town'] as const);
    const said = { phone: 'phone number', mail: 'e-mail address', town: 'address' }[what];
    const script = `const people=${js(people)};let at=0;function draw(){const p=people[at];$('c').innerHTML='<h3>'+p.name+'</h3><div>Phone: <a href="#" onclick="finish({phone:people[at].phone});return false">'+p.phone+'</a></div><div>Email: <a href="#" onclick="finish({mail:people[at].mail});return false">'+p.mail+'</a></div><div>Address: <a href="#" onclick="finish({town:people[at].town});return false">'+p.town+'</a></div>'}
function turn(d){at=Math.max(0,Math.min(people.length-1,at+d));draw()}draw();`;
    return {
      intent: r.pick([
        `Find ${want.name} in the contacts and click on their ${said}.`,
        `Look for ${want.name} in the address book, then press the ${said}.`,
      ]),
      pages: {
        '/': page(
          '<div id="c"></div><nav><a href="#" onclick="turn(-1);return false">&lt;</a> <a href="#" onclick="turn(1);return false">&gt;</a></nav>',
          script,
        ),
      },
      check: once({ [what]: want[what] }),
    };
  },
  'results-nth': (r) => {
    const all = r.sample(THINGS, 12).map((t, i) => `${t} ${i}`);
    const at = r.int(2, 9);
    const word = r.pick(THINGS);
    const script = `const all=${js(all)};let p=0;function draw(){$('r').innerHTML=all.slice(p*3,p*3+3).map((t,i)=>'<div><a href="#" onclick="finish({hit:'+(p*3+i+1)+'});return false">'+t+'</a><div>https://'+t.replace(' ','')+'.test</div><p>${sentence(r, 6)}</p></div>').join('');$('p').innerHTML=(p>0?'<a href="#" onclick="p--;draw();return false">&lt;</a> ':'')+[0,1,2,3].map((n)=>'<a href="#" onclick="p='+n+';draw();return false">'+(n+1)+'</a>').join(' ')+(p<3?' <a href="#" onclick="p++;draw();return false">&gt;</a>':'')}
function go(){if($('q').value===${js(word)})draw()}`;
    return {
      intent: r.pick([
        `Search for "${word}" and click the ${ordinal(r, at)} result.`,
        `Type "${word}" into the search field, press Search, then open the ${ordinal(r, at)} search result.`,
      ]),
      pages: {
        '/': page(
          '<input id="q"><button onclick="go()">Search</button><div id="r"></div><div id="p"></div>',
          script,
        ),
      },
      check: once({ hit: String(at) }),
    };
  },
  'row-into-fields': (r) => {
    const people = r.sample(FIRST, 4).map((n) => ({
      name: `${n} ${r.pick(LAST)}`,
      year: String(r.int(1950, 2005)),
      town: r.pick(PLACES),
      trade: r.pick(['baker', 'nurse', 'pilot', 'tailor', 'farmer']),
    }));
    const want = r.pick(people);
    return {
      intent: r.pick([
        `Copy ${want.name}'s year and town from the table into the fields and press Save.`,
        `Fill in the form with the values of ${want.name} from the table and click Save.`,
      ]),
      pages: {
        '/': page(
          `<table><tr><th>Name</th><th>Year</th><th>Town</th><th>Trade</th></tr>${people.map((p) => `<tr><td>${p.name}</td><td>${p.year}</td><td>${p.town}</td><td>${p.trade}</td></tr>`).join('')}</table><label>Year <input id="y"></label><label>Town <input id="w"></label>${submitButton('Save', `({year:$('y').value,town:$('w').value})`)}`,
        ),
      },
      check: once({ year: want.year, town: want.town }),
    };
  },
  'label-into-field': (r) => {
    const facts = {
      Colour: r.pick(['teal', 'amber', 'ivory']),
      Country: r.pick(PLACES),
      Language: r.pick(['Dutch', 'Greek', 'Thai']),
      Year: String(r.int(1900, 2020)),
    };
    const key = r.pick(['Colour', 'Country', 'Language', 'Year'] as const);
    return {
      intent: r.pick([
        `Write the ${key.toLowerCase()} from the table into the text field and press Submit.`,
        `Enter the value of ${key} into the text field and press Submit.`,
        `Type the value that corresponds to ${key} into the field, then hit Submit.`,
      ]),
      pages: {
        '/': page(
          `<table>${Object.entries(facts)
            .map(([k, v]) => `<tr><td>${k}</td><td>${v}</td></tr>`)
            .join('')}</table><input id="t">${submitButton('Submit', VALUE)}`,
        ),
      },
      check: once({ text: facts[key] }),
    };
  },
  'flight-form': (r) => {
    const [a = '', b = ''] = r.sample(PLACES, 2);
    const day = r.int(1, 28);
    const prices = r.sample([120, 180, 210, 260, 340, 95], 3);
    const hours = r.sample([2, 3, 5, 7], 3);
    const best = r.pick(['cheapest', 'shortest'] as const);
    const at = best === 'cheapest' ? prices.indexOf(Math.min(...prices)) : hours.indexOf(Math.min(...hours));
    const script = `const places=${js(PLACES)};['from','to'].forEach((id)=>$(id).addEventListener('input',()=>{const v=$(id).value.toLowerCase();$('l'+id).innerHTML=v.length<2?'':places.filter((p)=>p.toLowerCase().startsWith(v)).map((p)=>'<li style="cursor:pointer" onclick="$(\\''+id+'\\').value=\\''+p+'\\';$(\\'l'+id+'\\').innerHTML=\\'\\'">'+p+'</li>').join('')}));
function find(){const ask=$('from').value+'>'+$('to').value+'@'+$('d').value;$('r').innerHTML=${js(prices)}.map((p,i)=>'<div class="flight"><div>Departs 0'+(i+6)+':10</div><div>Duration: '+${js(hours)}[i]+'h 00m</div><button onclick="finish({i:'+i+',ask:\\''+ask+'\\'})">Book flight for $'+p+'</button></div>').join('')}`;
    return {
      intent: r.pick([
        `Book the ${best} flight from ${a} to ${b} on 2026-10-${String(day).padStart(2, '0')}.`,
        `Book the ${best} one-way flight: from ${a}, to ${b}, on 2026-10-${String(day).padStart(2, '0')}.`,
      ]),
      pages: {
        '/': page(
          '<h2>Flights</h2><div><input id="from" placeholder="From:"><ul id="lfrom"></ul></div><div><input id="to" placeholder="To:"><ul id="lto"></ul></div><div><label>Departure date <input type="date" id="d"></label></div><button onclick="find()">Search</button><div id="r"></div>',
          script,
        ),
      },
      check: once({ i: String(at), ask: `${a}>${b}@2026-10-${String(day).padStart(2, '0')}` }),
    };
  },
  'feed-menu': (r) => {
    const people = r.sample(FIRST, 4);
    const who = r.pick(people);
    const act = r.pick(['Hide', 'Report', 'Bookmark']);
    const html = people
      .map(
        (p) =>
          `<div class="post" style="border:1px solid;margin:4px"><div><b>${p}</b> <span>@${p.toLowerCase()}</span></div><p>${sentence(r, 7)}</p><span class="like" title="like" style="cursor:pointer" onclick="finish({act:'Like',who:'${p}'})">♥</span> <span class="more" title="more" style="cursor:pointer" onclick="menu(this,'${p}')">…</span></div>`,
      )
      .join('');
    return {
      intent: r.pick([
        `${act} the post of @${who.toLowerCase()}.`,
        `For the post by ${who}, choose ${act} in its menu.`,
      ]),
      pages: {
        '/': page(
          html,
          `function menu(s,p){$$('ul').forEach((u)=>u.remove());const u=document.createElement('ul');u.innerHTML=['Hide','Report','Bookmark'].map((a)=>'<li style="cursor:pointer" onclick="finish({act:\\''+a+'\\',who:\\''+p+'\\'})">'+a+'</li>').join('');s.after(u)}`,
        ),
      },
      check: once({ act, who }),
    };
  },
  'login-popup': (r) => {
    const [user, pass] = [r.pick(FIRST).toLowerCase(), `${r.pick(THINGS)}${r.int(10, 99)}`];
    return {
      intent: r.pick([
        `Enter the username "${user}" and the password "${pass}" and press Log in.`,
        `Log in with the username "${user}" and the password "${pass}".`,
      ]),
      pages: {
        '/': page(
          `<p><label>Username</label><br><input id="u"></p><p><label>Password</label><br><input id="p" type="password"></p><button onclick="finish({u:$('u').value,p:$('p').value})">Log in</button><div id="pop" role="dialog" style="display:none;position:fixed;left:20px;top:20px;width:320px;height:160px;background:#fff;border:2px solid">Your session is about to end. <button onclick="$('pop').style.display='none'">Stay</button> <button onclick="finish({left:1})">Leave</button></div>`,
          `let shown=false;$('p').addEventListener('focus',()=>{if(!shown){shown=true;$('pop').style.display='block'}})`,
        ),
      },
      check: once({ u: user, p: pass }),
    };
  },
  'list-opens-on-press': (r) => {
    const towns = r.sample(PLACES, 5);
    const want = r.pick(towns.slice(1));
    return {
      intent: r.pick([`Set Town to ${want} and press Save.`, `Set the town to ${want}, then click Save.`]),
      pages: {
        '/': page(
          `<p id="lab">Town</p><div id="c" role="combobox" tabindex="0" aria-expanded="false" aria-haspopup="listbox" aria-labelledby="lab" style="border:1px solid;width:160px;padding:4px;cursor:pointer">${towns[0] ?? ''}</div>${submitButton('Save', `({town:$('c').textContent})`)}`,
          `$('c').addEventListener('mousedown',()=>{const d=document.createElement('div');d.style.cssText='position:fixed;inset:0';d.innerHTML='<ul role="listbox" style="background:#fff;border:1px solid;width:160px">'+${js(towns)}.map((t)=>'<li role="option" style="cursor:pointer">'+t+'</li>').join('')+'</ul>';d.addEventListener('click',(e)=>{if(e.target.matches('li'))$('c').textContent=e.target.textContent;d.remove();$('c').setAttribute('aria-expanded','false')});document.body.append(d);$('c').setAttribute('aria-expanded','true')})`,
        ),
      },
      check: once({ town: want }),
    };
  },
  'profile-of': (r) => {
    const names = Array.from({ length: 4 }, () => fullName(r));
    const want = r.pick(names);
    return {
      intent: r.pick([
        `In the directory, open ${want} and tick Newsletter, then press Save.`,
        `Open the entry of ${want}, check "Newsletter" and click Save.`,
      ]),
      pages: {
        '/': page(
          names
            .map(
              (n, i) =>
                `<details><summary>${n}</summary><label><input type="checkbox" id="n${i}"> Newsletter</label><button onclick="finish({who:'${n}',on:$('n${i}').checked})">Save</button></details>`,
            )
            .join(''),
        ),
      },
      check: once({ who: want, on: 'true' }),
    };
  },
});
