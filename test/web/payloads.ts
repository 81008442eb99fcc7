/** Texts that would run as script on a page that does not escape them: each element after each prefix that leaves the place of a text. */
const run = 'alert(1)';
const elements = [
  `<script>${run}</script>`,
  `<script src=data:,${run}></script>`,
  `<img src=x onerror=${run}>`,
  `<img src=x:x onerror\n=${run}>`,
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><a href="javascript:${run}"><text>x</text></a></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<iframe src="javascript:${run}"></iframe>`,
  `<iframe srcdoc="<script>${run}</script>"></iframe>`,
  `<body onload=${run}>`,
  `<details open ontoggle=${run}>`,
  `<video src=x onerror=${run}>`,
  `<math><a xlink:href="javascript:${run}">x</a></math>`,
  `<form action="javascript:${run}"><button>x</button></form>`,
  `<object data="javascript:${run}"></object>`,
  `<embed src="javascript:${run}">`,
  `<link rel=stylesheet href="data:text/css,*{color:red}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  '<style>*{display:none}</style>',
  '<base href="https://evil.example/">',
  `<input autofocus onfocus=${run}>`,
  `<a href="javascript:${run}">x</a>`,
];
const prefixes = [
  '',
  '">',
  "'>",
  '</title>',
  '</script>',
  '-->',
  '</bdi></a>',
  '</textarea>',
  '" onmouseover="alert(1)" autofocus onfocus="alert(1)" x="',
];

const addresses = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  `java&#115;cript:${run}`,
  `java&Tab;script:${run}`,
  `&#1;javascript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
  `vbscript:${run}`,
  `https://example.org/"onmouseover="${run}`,
  `https://example.org/'><img/src=x/onerror=${run}>`,
];
const links = [
  (address: string) => `[x](${address})`,
  (address: string) => `[x](<${address}>)`,
  (address: string) => `![x](${address})`,
  (address: string) => `<${address}>`,
  (address: string) => `[x][r]\n\n[r]: ${address}`,
];

export const payloads = [
  ...elements.flatMap((element) => prefixes.map((prefix) => prefix + element)),
  ...addresses.flatMap((address) => links.map((linkTo) => linkTo(address))),
];

/**
 * A script that lists the elements below `root` that run script or affect other elements. No text may bring them onto a page. The value
 * of a field may be any text.
 */
export const unsafeIn = (root: string) => `[...${root}.querySelectorAll('*')].flatMap((element) => {
  const { localName, className } = element;
  const wrong = [...element.attributes].filter(({ name, value }) => /^on|^style$|^srcdoc$/i.test(name) || (localName !== 'meta' && name !== 'value' && /^\\s*(javascript|data|vbscript):/i.test(value)));
  const foreign = ['iframe', 'object', 'embed', 'base', 'style', 'math', 'video'].includes(localName) || (localName === 'details' && className !== 'further') || (localName === 'script' && element.type !== 'application/ld+json' && !element.src.startsWith(location.origin));
  return foreign || wrong.length > 0 ? [element.outerHTML.slice(0, 200)] : [];
})`;
