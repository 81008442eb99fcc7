"""Adds an artist and reads it back, with an id that only an exact integer keeps."""

import os

from rockola_client import AuthenticatedClient
from rockola_client.api.artists import create_artist, read_artist
from rockola_client.models import Artist, NewArtist

client = AuthenticatedClient(
    base_url=os.environ["ROCKOLA_URL"], token=os.environ["ROCKOLA_KEY"], prefix="", auth_header_name="X-API-Key"
)
requested = 9007199254740995
added = create_artist.sync(client=client, body=NewArtist(id=requested, name="Python"))
assert isinstance(added, Artist) and added.id == requested, added
read = read_artist.sync(requested, client=client)
assert isinstance(read, Artist) and read.name == "Python", read
missing = read_artist.sync_detailed(7, client=client)
assert missing.status_code == 404, missing
