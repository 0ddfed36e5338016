// How the HTML report looks: the app's colours in both themes, on paper too.

export const reportStyle = `:root{color-scheme:light dark;--bg:light-dark(#fff,#0e1116);--panel:light-dark(#f6f7f9,#141922);--line:light-dark(#d9dee6,#242c39);--ink:light-dark(#1b1f24,#e6eaf1);--soft:light-dark(#4b5560,#a3adbd);--bad:light-dark(#b3261e,#ff7a70);--ok:light-dark(#1a6b37,#4fc38a);--warn:light-dark(#8a5300,#f0b44c)}
*{box-sizing:border-box}body{margin:0 auto;max-width:70rem;padding:2rem 1rem;background:var(--bg);color:var(--ink);font:14px/1.5 Inter,system-ui,sans-serif}
h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.1rem;margin:0 0 .3rem}h3{font-size:.85rem;margin:1rem 0 .3rem;color:var(--soft)}h4{font-size:.85rem;margin:.8rem 0 .2rem}h4 span{color:var(--soft);font-weight:400}
code,pre{font-family:"JetBrains Mono",ui-monospace,monospace;font-size:.85em}code{overflow-wrap:anywhere}pre{background:var(--bg);border:1px solid var(--line);border-radius:6px;padding:.6rem;white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0;max-height:24rem;overflow:auto}
.brand,.meta,.retry{color:var(--soft);margin:.2rem 0}.lead{font-size:1.05rem}.bad{color:var(--bad)}.ok{color:var(--ok)}
.card{background:var(--panel);border:1px solid var(--line);border-left:4px solid var(--bad);border-radius:8px;padding:1rem 1.2rem;margin:1rem 0;break-inside:avoid}.card.note{border-left-color:var(--soft)}.card.warning{border-left-color:var(--warn)}
.what{font-size:1.02rem}blockquote{margin:.5rem 0;padding-left:.8rem;border-left:2px solid var(--line);color:var(--soft);overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}td,th{border-top:1px solid var(--line);padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{color:var(--soft);font-weight:600}.rows td:first-child,.rows td:last-child{white-space:nowrap}.failed td:nth-child(4){color:var(--bad)}.failed a{color:inherit}
summary{cursor:pointer;color:var(--soft);margin-top:.8rem}ol,ul{margin:.2rem 0;padding-left:1.3rem}@media print{body{max-width:none}details{display:block}}`;
