/**
 * The generation of the rules that the index is made by: what a word is, what its forms and its sound are, which members are searched.
 * A change of one of them counts it up; services then build the index again.
 */
export const generation = 4n;
