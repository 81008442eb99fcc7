declare module '*.sql' {
  const text: string;
  export default text;
}

declare module '*.txt' {
  const text: string;
  export default text;
}

declare module '*.css' {
  const path: string;
  export default path;
}

declare module '*.js' {
  const path: string;
  export default path;
}

declare module '*.svg' {
  const path: string;
  export default path;
}

declare module '*.woff2' {
  const path: string;
  export default path;
}

declare module '*.jpg' {
  const path: string;
  export default path;
}

declare module '*.png' {
  const path: string;
  export default path;
}
