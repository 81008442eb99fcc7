import { readFileSync } from 'node:fs';
import account from './public/account.css' with { type: 'file' };
import changes from './public/catalogue/changes.css' with { type: 'file' };
import decades from './public/catalogue/decades.css' with { type: 'file' };
import elements from './public/catalogue/elements.css' with { type: 'file' };
import family from './public/catalogue/family.css' with { type: 'file' };
import front from './public/catalogue/front.css' with { type: 'file' };
import lineUp from './public/catalogue/lineUp.css' with { type: 'file' };
import lists from './public/catalogue/lists.css' with { type: 'file' };
import record from './public/catalogue/record.css' with { type: 'file' };
import sleeves from './public/catalogue/sleeves.css' with { type: 'file' };
import statistics from './public/catalogue/statistics.css' with { type: 'file' };
import strips from './public/catalogue/strips.css' with { type: 'file' };
import trouble from './public/catalogue/trouble.css' with { type: 'file' };
import docs from './public/docs.css' with { type: 'file' };
import edit from './public/edit.css' with { type: 'file' };
import forms from './public/forms.css' with { type: 'file' };
import base from './public/site/base.css' with { type: 'file' };
import frame from './public/site/frame.css' with { type: 'file' };
import output from './public/site/output.css' with { type: 'file' };
import search from './public/site/search.css' with { type: 'file' };

/** Style sheets by name, each the concatenation of its files. */
export const styles = {
  'site.css': [base, frame, search, output],
  'catalogue.css': [elements, decades, front, strips, lists, record, lineUp, family, sleeves, statistics, changes, trouble],
  'docs.css': [docs, forms],
  'forms.css': [forms],
  'account.css': [account],
  'edit.css': [edit],
};

export type Style = keyof typeof styles;

export function styleText(name: Style): string {
  return styles[name].map((file) => readFileSync(file, 'utf8')).join('\n');
}
