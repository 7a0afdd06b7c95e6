"""Sending notices: who gets what now, and as which parcels.

dispatcher      looks at people, and hands over what is to be sent to them now
packing         notices as parcels for mail, push and webhook
push_payload    what the service worker of a device gets
trials          messages to try a way out with
"""
