// The one stylesheet of all demo sites; each site sets its own `--accent`.

export const STYLE = `
*{box-sizing:border-box}
:root{color-scheme:light dark;--ink:#1d2430;--soft:#5b6675;--line:#dde2ea;--back:#f6f7f9;--card:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e8ebf0;--soft:#a4aebd;--line:#333b48;--back:#14181f;--card:#1c222c}}
body{margin:0;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--back)}
a{color:inherit;text-underline-offset:2px}
main a{color:var(--accent)}
@media (prefers-color-scheme:dark){main a{color:color-mix(in srgb,var(--accent) 45%,white)}}
.top{display:flex;flex-wrap:wrap;gap:12px 24px;align-items:center;padding:12px 24px;background:var(--accent);color:#fff}
.top a{color:#fff;text-decoration:none}.top nav a{margin-right:16px}.top nav a:hover{text-decoration:underline}
.brand{font-weight:700;font-size:1.2rem}
.top form{margin-left:auto;display:flex;gap:6px}
input,select,textarea,button{font:inherit;padding:6px 10px;border:1px solid var(--line);border-radius:6px;background:var(--card);color:var(--ink)}
button,.button{background:var(--accent);border-color:transparent;color:#fff;cursor:pointer;border-radius:6px;padding:7px 14px;text-decoration:none;display:inline-block}
.top button{background:#0003;border-color:#fff6}
button:disabled{opacity:.5;cursor:not-allowed}
main{max-width:1080px;margin:0 auto;padding:24px}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 16px}h2{font-size:1.25rem;margin:28px 0 10px}h3{font-size:1.05rem;margin:0 0 6px}
footer{color:var(--soft);font-size:.85rem;text-align:center;padding:24px}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:16px;list-style:none;padding:0}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px}
.card img{width:100%;height:130px;object-fit:contain;display:block;margin-bottom:8px}
.two{align-items:start}.two .card img{height:260px}
.price{font-weight:700;font-size:1.1rem}del{color:var(--soft);font-weight:400;margin-right:6px}
.muted{color:var(--soft);font-size:.9rem;margin:4px 0}.bad{color:#b3261e}.good{color:#1b7f4b}
@media (prefers-color-scheme:dark){.bad{color:#ff9c94}.good{color:#6fd6a0}}
.tools{display:flex;flex-wrap:wrap;gap:12px;align-items:end;margin-bottom:16px}
.tools label,.stack label{display:grid;gap:4px;font-size:.9rem}
.stack{display:grid;gap:14px;max-width:440px}.stack label.row,.tools label.row{display:flex;gap:8px;align-items:center}
table{border-collapse:collapse;width:100%;background:var(--card)}
th,td{text-align:left;padding:8px 12px;border-bottom:1px solid var(--line);vertical-align:top}
.infobox{float:right;width:320px;margin:0 0 16px 24px;border:1px solid var(--line);font-size:.9rem}
.infobox caption{font-weight:700;padding:8px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:32px}
@media (max-width:720px){.two{grid-template-columns:1fr}.infobox{float:none;width:100%;margin:0 0 16px}}
.post{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px;margin:0 0 14px}
.post header{color:var(--soft);font-size:.9rem;margin-bottom:6px}
.pages{display:flex;gap:10px;margin-top:20px}
.cookies{position:fixed;inset:auto 0 0 0;background:var(--card);border-top:2px solid var(--accent);padding:14px 24px;display:flex;gap:16px;align-items:center;z-index:5}
.offstage{position:absolute;left:-9999px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:6px 20px}dt{font-weight:600}dd{margin:0}
`;
