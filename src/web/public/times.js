// Shows times of day in the time zone of the browser, with the date where it is another day there.
const language = document.documentElement.lang;
const clock = new Intl.DateTimeFormat('sv', { timeStyle: 'short' });
const date = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
for (const time of document.querySelectorAll('time[data-day]')) {
  const at = new Date(time.dateTime);
  const sameDay = at.toLocaleDateString('sv') === time.dataset.day;
  time.textContent = sameDay ? clock.format(at) : `${date.format(at)}, ${clock.format(at)}`;
  time.title = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
